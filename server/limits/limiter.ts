import type { Policy } from './policies';

/**
 * Counts requests in memory, in units leased from a counter that all processes share. A unit is leased once and used
 * in its own window only, so the processes together never admit more than the quota; what one has leased and not used
 * when the window ends is the only inexactness (decision 0009). Knows neither Postgres nor HTTP.
 */

/** Whose requests are counted. */
export interface Subject {
  /** `uuid` */
  orgId: string;
  /** `key_…`, `usr_…` or `system`. */
  name: string;
}

export interface Lease {
  /** Between 0 and what was asked for. */
  granted: number;
  /** Units of the window that are given out, to everybody. */
  used: number;
  /** Tells one window of the subject from the next. */
  window: number;
  /** Of the window, by the clock of the counter. */
  secondsLeft: number;
}

export type SharedCounter = (subject: Subject, policy: Policy, wanted: number) => Promise<Lease>;

export interface Standing {
  policy: Policy;
  admitted: boolean;
  /** Requests left in the window, as far as this process knows. */
  remaining: number;
  /** Until the window ends, at least 1. */
  seconds: number;
  window: number;
}

interface Window {
  id: number;
  /** Leased and not yet used. */
  left: number;
  /** `used` of the last lease. */
  used: number;
  /** By the clock of this process. */
  endsAt: number;
  /** Requests that wait for a lease. */
  waiting: number;
  leasing: Promise<void> | null;
}

/** A process that stops asking strands less than one block, so two processes strand less than 2 % of the quota. */
const BLOCK_SHARE = 0.01;
/** From a tenth of the quota on, blocks shrink with what is left, down to single units. */
const TAPER_SHARE = 0.1;

/** Units to lease when `used` of `quota` are given out. */
export function blockSize(quota: number, used: number): number {
  const shrunk = Math.floor((quota - used) * TAPER_SHARE);
  return Math.max(1, Math.min(Math.floor(quota * BLOCK_SHARE), shrunk));
}

const keyOf = (subject: Subject, policy: Policy) => `${subject.orgId} ${subject.name} ${policy.name}`;

export class Limiter {
  readonly #windows = new Map<string, Window>();

  /** @param clock milliseconds, monotonic; its zero does not matter */
  constructor(
    private readonly counter: SharedCounter,
    private readonly clock: () => number,
  ) {}

  /**
   * Counts one request. Without a lease to be made this takes no round trip.
   * @param beforeWaiting lets go of what must not be held while a lease is made: a lease takes a connection
   */
  async take(
    subject: Subject,
    policy: Policy,
    beforeWaiting?: () => Promise<void> | undefined,
  ): Promise<Standing> {
    const window = this.#windowOf(keyOf(subject, policy));
    const known = this.#judgeByHeart(window, policy);
    if (known) return known;
    window.waiting++;
    try {
      await beforeWaiting?.();
      let standing = this.#judgeByHeart(window, policy);
      while (!standing) {
        // One lease at a time per subject; whoever comes meanwhile waits for it.
        window.leasing ??= this.#lease(window, subject, policy).finally(() => (window.leasing = null));
        await window.leasing;
        standing = this.#judge(window, policy);
        // A window that has ended on the way here grants what it granted, but must refuse nobody.
        if (standing && !standing.admitted && this.clock() >= window.endsAt) standing = null;
      }
      return standing;
    } finally {
      window.waiting--;
    }
  }

  /** Whether this process knows that nothing is left; counts nothing. */
  isUsedUp(subject: Subject, policy: Policy): boolean {
    const window = this.#windows.get(keyOf(subject, policy));
    return window ? this.#judgeOnly(window, policy) : false;
  }

  /** Forgets windows that have ended. */
  tidy(): void {
    const now = this.clock();
    for (const [key, window] of this.#windows)
      if (window.endsAt <= now && window.waiting === 0) this.#windows.delete(key);
  }

  get size(): number {
    return this.#windows.size;
  }

  #windowOf(key: string): Window {
    let window = this.#windows.get(key);
    if (!window)
      this.#windows.set(
        key,
        (window = { id: NaN, left: 0, used: 0, endsAt: -Infinity, waiting: 0, leasing: null }),
      );
    return window;
  }

  #judgeOnly(window: Window, policy: Policy): boolean {
    return this.clock() < window.endsAt && window.left === 0 && window.used >= policy.quota;
  }

  #judgeByHeart(window: Window, policy: Policy): Standing | null {
    return this.clock() < window.endsAt ? this.#judge(window, policy) : null;
  }

  /** Null when only the shared counter can say. */
  #judge(window: Window, policy: Policy): Standing | null {
    const admitted = window.left > 0;
    if (!admitted && window.used < policy.quota) return null;
    if (admitted) window.left--;
    return {
      policy,
      admitted,
      remaining: Math.max(0, policy.quota - window.used) + window.left,
      seconds: Math.max(1, Math.ceil((window.endsAt - this.clock()) / 1000)),
      window: window.id,
    };
  }

  async #lease(window: Window, subject: Subject, policy: Policy): Promise<void> {
    // The window's end is reckoned from before the question, so that it never seems to end later than it does.
    const askedAt = this.clock();
    const used = askedAt < window.endsAt ? window.used : 0;
    // What is waited for is used at once and strands nothing.
    const wanted = Math.min(policy.quota, Math.max(blockSize(policy.quota, used), window.waiting));
    const lease = await this.counter(subject, policy, wanted);
    window.id = lease.window;
    window.left = lease.granted;
    window.used = lease.used;
    window.endsAt = askedAt + lease.secondsLeft * 1000;
  }
}
