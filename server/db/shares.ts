import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom work is done, which decides over its share of the database connections. */
export type Share = 'request' | 'reserved';

const slot = Symbol.for('clinical.share');
const holder = globalThis as unknown as { [slot]?: AsyncLocalStorage<Share> };
/** One for both module graphs of the process. */
const shares = (holder[slot] ??= new AsyncLocalStorage<Share>());

/** Clinical clocks, intake and the audit: everything begun in `work` has connections that requests cannot take. */
export const reserved = <T>(work: () => T): T => shares.run('reserved', work);

/** A request from outside: it waits for a connection only while others do not wait for long. */
export const asRequest = <T>(work: () => T): T => shares.run('request', work);

export const currentShare = (): Share | undefined => shares.getStore();
