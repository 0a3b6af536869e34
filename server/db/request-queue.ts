import type pg from 'pg';
import { logSeldom } from '../log-seldom';

/**
 * Requests that wait for a connection. Without a limit each waits behind all others until its client has gone, and
 * the work for it is done for nobody. So as many wait as can be served soon, and the others are refused with
 * `Retry-After`: at once while the queue is full or nothing is served, else with the next step.
 */

/** Waiting requests for each connection: a burst of short ones is served. */
const WAITING_PER_CONNECTION = 16;
/**
 * How many requests get a connection is counted over the last second. A shorter time would take a slow write of the disk
 * for a hang. In steps, so that time in which this process stood still counts as one.
 */
export const counting = { stepMs: 50 };
const STEPS = 20;
/** At that rate a request may wait for twice as long, two seconds. When nobody was served, nobody may wait. */
const WINDOWS = 2;

/** Its code is judged in `domain/constraints.ts`. */
const NO_CONNECTION = 'NO_CONNECTION';

interface Waiting {
  refuse: () => void;
}

export class RequestQueue {
  /** In the order of their arrival. */
  readonly #waiting = new Set<Waiting>();
  /** Connections that are being made; how long that takes says nothing about the load. */
  #opening = 0;
  #served = 0;
  /** Served in each of the last steps. */
  #steps: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  refused = 0;

  constructor(private readonly pool: pg.Pool) {}

  connect(): Promise<pg.PoolClient> {
    if (this.#isFree()) return this.#open();
    return this.#waiting.size < this.#mostWaiting() ? this.#wait() : Promise.reject(this.#refusal());
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
        refuse: () => {
          isOver = true;
          this.#waiting.delete(own);
          reject(this.#refusal());
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

  /** Refuses those who came last when more wait than can be served soon. */
  #step(): void {
    if (this.#opening > 0) return;
    this.#steps = [...this.#steps, this.#served].slice(-STEPS);
    this.#served = 0;
    const most = this.#mostWaiting();
    for (const { refuse } of [...this.#waiting].slice(most)) refuse();
    // While all connections hang, nobody waits, and the next one must be refused as well.
    if (this.#waiting.size > 0 || (most === 0 && !this.#isFree())) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#steps = [];
  }

  #refusal(): Error {
    this.refused++;
    logSeldom('warn', 'requests are refused: no database connection is free', {
      waiting: this.#waiting.size,
      connections: this.pool.options.max,
    });
    return Object.assign(new Error('No database connection is free.'), { code: NO_CONNECTION });
  }
}
