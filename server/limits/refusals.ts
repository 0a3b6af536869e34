import { recordRefusal } from '../domain/audit';
import { credentialName, type Context } from '../domain/context';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import type { Standing } from './limiter';
import { WINDOW_SECONDS, type Policy } from './policies';

/**
 * The audit of requests that were refused for a limit. A flood of them must not become a flood of transactions: the
 * first of a window has its row at once, the others are counted in memory and told in one row when the window is over
 * (decision 0009).
 */

interface Counted {
  window: number;
  policy: Policy['name'];
  /** Refused after the first. */
  further: number;
  /** Of the last one. */
  ctx: Context;
  endsAt: number;
}

const ACTION = 'count_request';

export class RefusalRecord {
  readonly #counted = new Map<string, Counted>();

  /** @param clock milliseconds, monotonic */
  constructor(private readonly clock: () => number) {}

  /** Resolves when the row of a first refusal is written; throws when it cannot be. */
  async note(ctx: Context, { policy: { name }, window, seconds }: Standing): Promise<void> {
    const key = `${ctx.actor.orgId} ${credentialName(ctx.actor)} ${name}`;
    const before = this.#counted.get(key);
    if (before?.window === window) {
      before.further++;
      before.ctx = ctx;
      return;
    }
    const endsAt = this.clock() + seconds * 1000;
    this.#counted.set(key, { window, policy: name, further: 0, ctx, endsAt });
    if (before) void tell(before);
    await recordRefusal(ctx, ACTION, 'auth', 'rate_limited', { policy: name });
  }

  /** Tells of windows that are over; of all when the process stops. */
  async tell(all = false): Promise<void> {
    const now = this.clock();
    for (const [key, counted] of this.#counted) {
      if (!all && counted.endsAt > now) continue;
      this.#counted.delete(key);
      await tell(counted);
    }
  }
}

/** Nobody waits for this row: a failure is logged with the number that it would have held. */
async function tell({ policy, further, ctx }: Counted): Promise<void> {
  if (further === 0) return;
  try {
    await recordRefusal(ctx, ACTION, 'auth', 'rate_limited', {
      policy,
      further_refusals: further,
      window_seconds: WINDOW_SECONDS,
    });
  } catch (error) {
    logger.error({ policy, further, ...safeError(error) }, 'refused requests could not be recorded');
  }
}
