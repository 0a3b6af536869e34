import type pg from 'pg';
import { logThrottled } from '../log-throttled';

/**
 * The queue of requests waiting for a connection. Without a limit, each request would wait behind all others until its
 * client disconnects, and its work would be wasted. The queue admits as many as can be served soon and rejects the
 * others with `Retry-After`: at once while it is full or nothing is being served, otherwise at the next step.
 *
 * Organizations take turns: each free connection goes to the next organization with a waiting request, and the one with the
 * most waiting requests is the first whose requests are rejected. So one organization cannot delay the others by more than
 * one turn.
 */

/** Waiting requests per connection; allows for a burst of short requests. */
const WAITING_PER_CONNECTION = 16;
/**
 * Throughput is measured over the last second: over a shorter window, a slow disk write would look like a hang.
 * Measured in steps, so that time in which this process stalled counts as one step.
 */
export const counting = { stepMs: 50 };
const STEPS = 20;
/** At the measured rate, a request may wait two windows, which is two seconds. At a rate of zero none may wait. */
const WINDOWS = 2;

/** `errors/constraints.ts` maps this code. One object, because the stack of an error costs more than the rejection. */
const OVERLOADED = Object.assign(new Error('No database connection is free.'), { code: 'NO_CONNECTION' });

interface Waiting {
  resolve: (client: pg.PoolClient | Promise<pg.PoolClient>) => void;
  reject: (error: Error) => void;
}

export class RequestQueue {
  /** By group, oldest first. The group whose turn is next is first. No group is empty. */
  readonly #groups = new Map<string, Waiting[]>();
  #waiting = 0;
  /** Connections being opened; the time that takes does not indicate load. */
  #opening = 0;
  #served = 0;
  #steps: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  rejected = 0;

  constructor(private readonly pool: pg.Pool) {
    // After the pool has put the connection back.
    const serveNext = () => void process.nextTick(() => this.#serve());
    pool.on('release', serveNext);
    pool.on('remove', serveNext);
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @param group the organization, or what else should have its own turn */
  connect(group: string): Promise<pg.PoolClient> {
    if (this.#hasFree()) return this.#open();
    if (this.#isFull()) {
      if (!this.#canMakeRoom(group)) return Promise.reject(this.#overloadError());
      this.#rejectOne();
    }
    return new Promise((resolve, reject) => {
      const own = this.#groups.get(group);
      if (own) own.push({ resolve, reject });
      else this.#groups.set(group, [{ resolve, reject }]);
      this.#waiting++;
      this.#timer ??= setInterval(() => this.#step(), counting.stepMs).unref();
      this.#serve();
    });
  }

  /** Whether `connect` would reject a request of the group at once; then it counts as rejected. */
  rejectsNow(group: string): boolean {
    if (this.#hasFree() || !this.#isFull() || this.#canMakeRoom(group)) return false;
    this.#noteRejection();
    return true;
  }

  #hasFree(): boolean {
    return this.#waiting === 0 && this.#isFree();
  }

  /** Requests inside the pool have taken their connection, although it still counts as idle. */
  #isFree(): boolean {
    const { idleCount, totalCount, waitingCount, options } = this.pool;
    return idleCount + options.max - totalCount > waitingCount;
  }

  #isFull(): boolean {
    return this.#waiting >= this.#mostWaiting();
  }

  #mostWaiting(): number {
    const most = WAITING_PER_CONNECTION * this.pool.options.max;
    if (this.#steps.length < STEPS) return most;
    return Math.min(most, WINDOWS * this.#steps.reduce((sum, served) => sum + served, this.#served));
  }

  #open(): Promise<pg.PoolClient> {
    this.#opening++;
    return this.pool.connect().finally(() => {
      this.#opening--;
      this.#served++;
    });
  }

  #serve(): void {
    while (this.#waiting > 0 && this.#isFree()) {
      const [group, waiting] = this.#groups.entries().next().value!;
      const { resolve } = waiting.shift()!;
      this.#waiting--;
      // Its next turn comes after those of all others.
      this.#groups.delete(group);
      if (waiting.length > 0) this.#groups.set(group, waiting);
      resolve(this.#open());
    }
  }

  /** Whether another group has more waiting requests, the newest of which can be rejected instead. */
  #canMakeRoom(group: string): boolean {
    const own = this.#groups.get(group)?.length ?? 0;
    return this.#longest() > own + 1;
  }

  #longest(): number {
    return Math.max(0, ...[...this.#groups.values()].map(({ length }) => length));
  }

  /** Rejects the newest request of the group with the most. */
  #rejectOne(): void {
    const length = this.#longest();
    for (const [group, waiting] of this.#groups) {
      if (waiting.length < length) continue;
      const { reject } = waiting.pop()!;
      if (waiting.length === 0) this.#groups.delete(group);
      this.#waiting--;
      return reject(this.#overloadError());
    }
  }

  /** Rejects requests when more are waiting than can be served soon. */
  #step(): void {
    if (this.#opening > 0) return;
    this.#steps = [...this.#steps, this.#served].slice(-STEPS);
    this.#served = 0;
    const most = this.#mostWaiting();
    while (this.#waiting > most) this.#rejectOne();
    // While all connections hang and none are waiting, the next request must be rejected as well.
    if (this.#waiting > 0 || (most === 0 && !this.#isFree())) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#steps = [];
  }

  #overloadError(): Error {
    this.#noteRejection();
    return OVERLOADED;
  }

  #noteRejection(): void {
    this.rejected++;
    logThrottled('warn', 'requests are rejected: no database connection is free', {
      waiting: this.#waiting,
      connections: this.pool.options.max,
    });
  }
}
