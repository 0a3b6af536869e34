import { rolesOfLiveSessions } from '../../auth/live-sessions';
import { reserved } from '../../db/connection-share';
import { asWorker, withTenant } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { startLoop, type Loop } from '../../jobs/loop';
import type { Changes } from './contract';
import {
  EVERYTHING,
  NO_CHANGES,
  readOutbox,
  restrictedOf,
  summaryOf,
  type Outbox,
  type OutboxEvent,
  type Restricted,
} from './outbox';
import { Subscription, type Subscriber } from './subscription';

/**
 * Reads the outbox for all open pages of this process, while there are any (decision 0040). Events are passed on as soon
 * as they are visible, and the position follows the oldest running transaction, so that one that commits late is
 * neither missed nor delays the others.
 */

const POLL_MS = 100;
/** Sessions are checked every 1.5 s, so that a connection ends within two seconds of its session. */
const POLLS_PER_CHECK = 15;
/**
 * Every 15 s each connection gets a message: proxies close silent connections, usually after a minute, pages notice a dead
 * one, and the position from which they would resume stays recent.
 */
const POLLS_PER_MESSAGE = 150;
const LONGEST_BACKOFF_MS = 2_000;
/** After this time without the database, connections are ended, so that pages do not look live. */
const SILENT_MS = 5_000;

/** From the first subscription to the last. */
interface Run {
  loop: Loop;
  position: string;
  /** Events at or above the position that were already passed on. */
  passedOn: Set<string>;
  /** Organizations with unread events. */
  behind: Set<string>;
  polls: number;
  failingSince: number | null;
  /** The current poll. */
  polling: Promise<void>;
}

class ChangeFeed {
  private readonly subscriptions = new Set<Subscription>();
  private run: Run | null = null;
  private starting: Promise<void> | null = null;
  private isStopped = false;

  get size(): number {
    return this.subscriptions.size;
  }

  /**
   * The subscription receives everything that commits after this call.
   * @param signal ends it
   * @throws DomainError `unavailable` during shutdown
   */
  async subscribe(subscriber: Subscriber, signal: AbortSignal): Promise<Subscription> {
    if (this.isStopped)
      throw new DomainError('unavailable', 'The service is stopping. Try again.', { retry_after: 2 });
    const subscription = new Subscription(subscriber);
    this.subscriptions.add(subscription);
    signal.addEventListener('abort', () => this.leave(subscription), { once: true });
    if (signal.aborted) this.leave(subscription);
    try {
      if (!this.run) await (this.starting ??= this.start());
      // The running poll may have started without this subscription, and moves the position.
      await this.run?.polling;
    } catch (error) {
      this.leave(subscription);
      throw error;
    }
    return subscription;
  }

  /** Ends all connections and rejects further ones. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const { run } = this;
    this.endAll();
    await run?.loop.stop();
  }

  private async start(): Promise<void> {
    try {
      const { position } = await reserved(() => read([], '0'));
      const run: Run = {
        // Uses reserved connections: open pages must not wait behind requests.
        loop: reserved(() =>
          startLoop(
            {
              name: 'changes for open pages',
              everyMs: POLL_MS,
              firstMs: POLL_MS,
              longestBackoffMs: LONGEST_BACKOFF_MS,
            },
            () => {
              const polling = this.poll(run);
              run.polling = polling.catch(() => undefined);
              return polling;
            },
          ),
        ),
        position,
        passedOn: new Set(),
        behind: new Set(),
        polls: 0,
        failingSince: null,
        polling: Promise.resolve(),
      };
      this.run = run;
    } finally {
      this.starting = null;
    }
    this.pauseIfUnused();
  }

  leave(subscription: Subscription, reason: DomainError | null = null): void {
    subscription.end(reason);
    if (this.subscriptions.delete(subscription)) this.pauseIfUnused();
  }

  private pauseIfUnused(): void {
    if (this.subscriptions.size > 0) return;
    void this.run?.loop.stop();
    this.run = null;
  }

  private endAll(): void {
    for (const subscription of [...this.subscriptions]) this.leave(subscription);
  }

  private async poll(run: Run): Promise<void> {
    try {
      const byOrg = grouped(this.subscriptions, ({ subscriber }) => subscriber.orgId);
      const outbox = await read([...byOrg.keys()], run.position);
      const fresh = grouped(
        outbox.events.filter(({ id }) => !run.passedOn.has(id)),
        ({ orgId }) => orgId,
      );
      const restricted = new Map<string, Restricted>();
      for (const [orgId, events] of fresh)
        if (events.some(({ patients }) => patients.length > 0))
          restricted.set(orgId, await withTenant(orgId, (tx) => restrictedOf(tx, orgId, events)));
      passOn(run, outbox, fresh, restricted, byOrg);
      run.polls++;
      if (run.polls % POLLS_PER_MESSAGE === 0)
        for (const one of this.subscriptions) one.add({ position: run.position, changes: NO_CHANGES });
      if (run.polls % POLLS_PER_CHECK === 0)
        for (const [orgId, open] of byOrg) await this.checkSessions(orgId, open);
      run.failingSince = null;
    } catch (error) {
      run.failingSince ??= Date.now();
      if (this.run === run && Date.now() - run.failingSince > SILENT_MS) this.endAll();
      throw error;
    }
  }

  private async checkSessions(orgId: string, open: readonly Subscription[]): Promise<void> {
    const roles = await rolesOfLiveSessions(orgId, [
      ...new Set(open.map(({ subscriber }) => subscriber.sessionId)),
    ]);
    for (const one of open) {
      const role = roles.get(one.subscriber.sessionId);
      if (role === undefined)
        this.leave(one, new DomainError('missing_credentials', 'Your session has ended. Sign in again.'));
      // The page reconnects with its new role.
      else if (role !== one.subscriber.role) this.leave(one);
    }
  }
}

function passOn(
  run: Run,
  { position, events, truncated }: Outbox,
  fresh: ReadonlyMap<string, OutboxEvent[]>,
  restricted: ReadonlyMap<string, Restricted>,
  byOrg: ReadonlyMap<string, readonly Subscription[]>,
): void {
  for (const [orgId, open] of byOrg) {
    // Events that were not read may include one that committed late: reported once the others are read.
    const isCaughtUp = run.behind.has(orgId) && !truncated.has(orgId);
    const isOverrun = truncated.has(orgId) && fresh.has(orgId);
    const summary =
      isCaughtUp || isOverrun
        ? () => EVERYTHING
        : summaries(fresh.get(orgId) ?? [], restricted.get(orgId) ?? new Map());
    for (const one of open) {
      const changes = summary(one.subscriber);
      if (changes) one.add({ position, changes });
    }
  }
  run.position = position;
  run.passedOn = idsFrom(position, events);
  run.behind = truncated;
}

/** Users of one role have one summary, unless a restricted chart is among the changes. */
function summaries(
  events: readonly OutboxEvent[],
  restricted: Restricted,
): (subscriber: Subscriber) => Changes | null {
  const made = new Map<string, Changes | null>();
  return (subscriber) => {
    const key = restricted.size > 0 ? `${subscriber.role} ${subscriber.userId}` : subscriber.role;
    const known = made.get(key);
    if (known !== undefined) return known;
    const summary = summaryOf(events, subscriber, restricted);
    made.set(key, summary);
    return summary;
  };
}

const read = (orgIds: readonly string[], from: string): Promise<Outbox> =>
  asWorker((tx) => readOutbox(tx, orgIds, from));

function idsFrom(position: string, events: readonly OutboxEvent[]): Set<string> {
  const lowest = BigInt(position);
  return new Set(events.filter(({ txid }) => BigInt(txid) >= lowest).map(({ id }) => id));
}

function grouped<T>(all: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** Subscriptions of this process. */
export const changeFeed = new ChangeFeed();
