import type { Policy } from './policies';

/**
 * Counts requests in memory, in units leased from a counter shared by all processes. A unit is leased once and valid
 * only in its window, so all processes together never exceed the quota; the only inaccuracy is units that were leased
 * but unused when the window ended (decision 0009). Independent of PostgreSQL and HTTP.
 */

export interface Subject {
  /** `uuid` */
  orgId: string;
  /** `key_…`, `usr_…` or `system`. */
  name: string;
}

export interface Lease {
  /** Between 0 and the requested number. */
  granted: number;
  /** Units leased in this window by all processes. */
  used: number;
  /** Identifies the subject's window. */
  window: number;
  /** By the counter's clock. */
  secondsLeft: number;
}

export type SharedCounter = (subject: Subject, policy: Policy, wanted: number) => Promise<Lease>;

export interface LimitStatus {
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
  /** Leased and unused. */
  left: number;
  /** `used` of the last lease. */
  used: number;
  /** By the clock of this process. */
  endsAt: number;
  waiting: number;
  leasing: Promise<void> | null;
}

/** An idle process strands less than one block, so two processes strand less than 2 % of the quota. */
const BLOCK_SHARE = 0.01;
/** In the last tenth of the quota, blocks shrink with the rest, down to single units. */
const TAPER_SHARE = 0.1;

export function blockSize(quota: number, used: number): number {
  const shrunk = Math.floor((quota - used) * TAPER_SHARE);
  return Math.max(1, Math.min(Math.floor(quota * BLOCK_SHARE), shrunk));
}

const keyOf = (subject: Subject, policy: Policy) => `${subject.orgId} ${subject.name} ${policy.name}`;

export class Limiter {
  readonly #windows = new Map<string, Window>();

  /** @param clock milliseconds, monotonic, with any origin */
  constructor(
    private readonly counter: SharedCounter,
    private readonly clock: () => number,
  ) {}

  /**
   * Counts one request; needs no round trip unless a lease is required.
   * @param beforeWaiting releases what must not be held during a lease, which takes a database connection
   */
  async take(
    subject: Subject,
    policy: Policy,
    beforeWaiting?: () => Promise<void> | undefined,
  ): Promise<LimitStatus> {
    const window = this.#windowOf(keyOf(subject, policy));
    const known = this.#decideLocally(window, policy);
    if (known) return known;
    window.waiting++;
    try {
      await beforeWaiting?.();
      let status = this.#decideLocally(window, policy);
      while (!status) {
        // One lease at a time per subject; concurrent requests wait for it.
        window.leasing ??= this.#lease(window, subject, policy).finally(() => (window.leasing = null));
        await window.leasing;
        status = this.#decide(window, policy);
        // A window that has ended in the meantime may admit a request but must not deny one.
        if (status && !status.admitted && this.clock() >= window.endsAt) status = null;
      }
      return status;
    } finally {
      window.waiting--;
    }
  }

  /** Whether this process knows that nothing is left. Does not count. */
  isUsedUp(subject: Subject, policy: Policy): boolean {
    const window = this.#windows.get(keyOf(subject, policy));
    return window ? this.#isExhausted(window, policy) : false;
  }

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

  #isExhausted(window: Window, policy: Policy): boolean {
    return this.clock() < window.endsAt && window.left === 0 && window.used >= policy.quota;
  }

  #decideLocally(window: Window, policy: Policy): LimitStatus | null {
    return this.clock() < window.endsAt ? this.#decide(window, policy) : null;
  }

  /** Null if only the shared counter can decide. */
  #decide(window: Window, policy: Policy): LimitStatus | null {
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
    // Measured from before the query, so that the window never seems to end later than it does.
    const askedAt = this.clock();
    const used = askedAt < window.endsAt ? window.used : 0;
    // Units for waiting requests are used at once, so none are stranded.
    const wanted = Math.min(policy.quota, Math.max(blockSize(policy.quota, used), window.waiting));
    const lease = await this.counter(subject, policy, wanted);
    window.id = lease.window;
    window.left = lease.granted;
    window.used = lease.used;
    window.endsAt = askedAt + lease.secondsLeft * 1000;
  }
}
