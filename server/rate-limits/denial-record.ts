import { recordDenial } from '../shared/audit';
import { credentialName, type Context } from '../shared/context';
import type { ErrorCode } from '../errors/domain-error';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { WINDOW_SECONDS } from './policies';

/**
 * Audits denials that can arrive in floods: limits and invalid keys. To avoid a transaction for each, the first of a
 * window gets its row at once and the others are counted in memory and written as one row when the window ends
 * (decision 0009).
 */

export interface Denial {
  action: string;
  code: ErrorCode;
  /** Denials with the same detail are counted together. */
  detail: Record<string, string>;
  /** Identifies the window. */
  window: number;
  /** Until it ends. */
  seconds: number;
}

interface Counted extends Denial {
  /** Denials after the first. */
  further: number;
  ctx: Context;
  endsAt: number;
}

export class DenialRecord {
  readonly #counted = new Map<string, Counted>();

  /** @param clock milliseconds, monotonic */
  constructor(private readonly clock: () => number) {}

  /** Resolves when the row of a first denial is written; throws if that fails. */
  async note(ctx: Context, denial: Denial): Promise<void> {
    const { action, code, detail, window, seconds } = denial;
    const key = JSON.stringify([ctx.actor.orgId, credentialName(ctx.actor), action, detail]);
    const before = this.#counted.get(key);
    if (before?.window === window) {
      before.further++;
      before.ctx = ctx;
      return;
    }
    const endsAt = this.clock() + seconds * 1000;
    this.#counted.set(key, { ...denial, further: 0, ctx, endsAt });
    if (before) void recordCount(before);
    await recordDenial(ctx, action, 'auth', code, detail);
  }

  /** Writes the counts of ended windows, or of all at shutdown. */
  async flush(all = false): Promise<void> {
    const now = this.clock();
    for (const [key, counted] of this.#counted) {
      if (!all && counted.endsAt > now) continue;
      this.#counted.delete(key);
      await recordCount(counted);
    }
  }
}

/** No caller can handle a failure, so it is logged with the count. */
async function recordCount({ action, code, detail, further, ctx }: Counted): Promise<void> {
  if (further === 0) return;
  try {
    await recordDenial(ctx, action, 'auth', code, {
      ...detail,
      further_refusals: further,
      window_seconds: WINDOW_SECONDS,
    });
  } catch (error) {
    logger.error({ ...detail, further, ...safeError(error) }, 'denied requests could not be recorded');
  }
}
