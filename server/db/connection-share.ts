import { AsyncLocalStorage } from 'node:async_hooks';

/** Selects the pool of database connections. */
export type Share = 'request' | 'reserved';

const slot = Symbol.for('clinical.share');
const holder = globalThis as unknown as { [slot]?: AsyncLocalStorage<Share> };
/** Shared by both module graphs of the process. */
const shares = (holder[slot] ??= new AsyncLocalStorage<Share>());

/** For clinical timers, intake and audit: all work started here uses connections that requests cannot take. */
export const reserved = <T>(work: () => T): T => shares.run('reserved', work);

/** For external requests. They queue for a connection only while the queue is short. */
export const asRequest = <T>(work: () => T): T => shares.run('request', work);

export const currentShare = (): Share | undefined => shares.getStore();
