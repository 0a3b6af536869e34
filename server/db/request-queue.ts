import type pg from 'pg';
import { logThrottled } from '../log-throttled';

/**
 * The queue of requests waiting for a connection. Without a limit, each request would wait behind all others until its
 * client disconnects, and its work would be wasted. The queue admits as many as can be served soon and rejects the
 * others with `Retry-After`: at once while it is full or nothing is being served, otherwise at the next step.
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

/** `errors/constraints.ts` maps this code. */
const NO_CONNECTION = 'NO_CONNECTION';

interface Waiting {
  reject: () => void;
}

export class RequestQueue {
  readonly #waiting = new Set<Waiting>();
  /** Connections being opened; the time that takes does not indicate load. */
  #opening = 0;
  #served = 0;
  #steps: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  rejected = 0;

  constructor(private readonly pool: pg.Pool) {}

  connect(): Promise<pg.PoolClient> {
    if (this.#isFree()) return this.#open();
    return this.#waiting.size < this.#mostWaiting() ? this.#wait() : Promise.reject(this.#overloadError());
  }

  #isFree(): boolean {
    const { idleCount, totalCount, options } = this.pool;
    return idleCount > 0 || totalCount < options.max;
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

  #wait(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      const own: Waiting = {
        reject: () => {
          isOver = true;
          this.#waiting.delete(own);
          reject(this.#overloadError());
        },
      };
      this.#waiting.add(own);
      this.#timer ??= setInterval(() => this.#step(), counting.stepMs).unref();
      this.pool.connect().then(
        (client) => {
          this.#served++;
          this.#waiting.delete(own);
          if (isOver) client.release();
          else resolve(client);
        },
        (error: unknown) => {
          this.#waiting.delete(own);
          reject(error as Error);
        },
      );
    });
  }

  /** Rejects the most recent arrivals when more are waiting than can be served soon. */
  #step(): void {
    if (this.#opening > 0) return;
    this.#steps = [...this.#steps, this.#served].slice(-STEPS);
    this.#served = 0;
    const most = this.#mostWaiting();
    for (const { reject } of [...this.#waiting].slice(most)) reject();
    // While all connections hang and none are waiting, the next request must be rejected as well.
    if (this.#waiting.size > 0 || (most === 0 && !this.#isFree())) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#steps = [];
  }

  #overloadError(): Error {
    this.rejected++;
    logThrottled('warn', 'requests are rejected: no database connection is free', {
      waiting: this.#waiting.size,
      connections: this.pool.options.max,
    });
    return Object.assign(new Error('No database connection is free.'), { code: NO_CONNECTION });
  }
}
