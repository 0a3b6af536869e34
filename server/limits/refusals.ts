import { recordRefusal } from '../domain/shared/audit';
import { credentialName, type Context } from '../domain/shared/context';
import type { ErrorCode } from '../errors/domain-error';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { WINDOW_SECONDS } from './policies';

/**
 * The audit of refusals that come in floods: limits, and keys that are over. A flood of them must not become a flood of
 * transactions: the first of a window has its row at once, the others are counted in memory and told in one row when the
 * window is over (decision 0009).
 */

export interface Refusal {
  action: string;
  code: ErrorCode;
  /** Refusals that are equal in this are told together. */
  detail: Record<string, string>;
  /** Tells one window from the next. */
  window: number;
  /** Until it ends. */
  seconds: number;
}

interface Counted extends Refusal {
  /** Refused after the first. */
  further: number;
  /** Of the last one. */
  ctx: Context;
  endsAt: number;
}

export class RefusalRecord {
  readonly #counted = new Map<string, Counted>();

  /** @param clock milliseconds, monotonic */
  constructor(private readonly clock: () => number) {}

  /** Resolves when the row of a first refusal is written; throws when it cannot be. */
  async note(ctx: Context, refusal: Refusal): Promise<void> {
    const { action, code, detail, window, seconds } = refusal;
    const key = JSON.stringify([ctx.actor.orgId, credentialName(ctx.actor), action, detail]);
    const before = this.#counted.get(key);
    if (before?.window === window) {
      before.further++;
      before.ctx = ctx;
      return;
    }
    const endsAt = this.clock() + seconds * 1000;
    this.#counted.set(key, { ...refusal, further: 0, ctx, endsAt });
    if (before) void tell(before);
    await recordRefusal(ctx, action, 'auth', code, detail);
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
async function tell({ action, code, detail, further, ctx }: Counted): Promise<void> {
  if (further === 0) return;
  try {
    await recordRefusal(ctx, action, 'auth', code, {
      ...detail,
      further_refusals: further,
      window_seconds: WINDOW_SECONDS,
    });
  } catch (error) {
    logger.error({ ...detail, further, ...safeError(error) }, 'refused requests could not be recorded');
  }
}
