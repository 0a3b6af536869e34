import { createHash } from 'node:crypto';
import { credentialName, type Context } from '../domain/shared/context';
import type { ErrorCode } from '../errors/domain-error';
import { addressBlock } from '../address-block';
import { Limiter, type Standing } from './limiter';
import { WINDOW_SECONDS, type Policy } from './policies';
import { RefusalRecord } from './refusals';
import { leaseFromPostgres } from './shared-counter';

/** The limiter of this process, for all doors. */

const TIDY_EVERY_MS = 60_000;

// Looked up at each call, so that a test can move the clock.
const clock = () => performance.now();
const limiter = new Limiter(leaseFromPostgres, clock);
const refusals = new RefusalRecord(clock);

/** Counts one request of the actor against each policy, until one is used up: that one is the last of the answer. */
export async function count(ctx: Context, policies: readonly Policy[]): Promise<Standing[]> {
  const subject = { orgId: ctx.actor.orgId, name: credentialName(ctx.actor) };
  const standings: Standing[] = [];
  for (const policy of policies) {
    const standing = await limiter.take(subject, policy, () => ctx.begun?.drop());
    standings.push(standing);
    if (standing.admitted) continue;
    const { window, seconds } = standing;
    const detail = { policy: policy.name };
    await refusals.note(ctx, { action: 'count_request', code: 'rate_limited', detail, window, seconds });
    break;
  }
  return standings;
}

/** Records a refusal that may come again and again: at once for the first of a minute, the others by their number. */
export function noteRefusal(
  ctx: Context,
  action: string,
  code: ErrorCode,
  detail: Record<string, string>,
): Promise<void> {
  const window = Math.floor(clock() / (WINDOW_SECONDS * 1000));
  const seconds = (window + 1) * WINDOW_SECONDS - clock() / 1000;
  return refusals.note(ctx, { action, code, detail, window, seconds });
}

/** Of no organisation. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** The table names nobody's address. */
const ofAddress = (ip: string) => ({
  orgId: NOBODY,
  name: `ip_${createHash('sha256').update(addressBlock(ip)).digest('hex').slice(0, 32)}`,
});

/** Counts something that an address did before anybody knew whose it is. */
export const countAddress = (ip: string, policy: Policy): Promise<Standing> =>
  limiter.take(ofAddress(ip), policy);

/** Whether the address has used up the policy, as far as this process knows; counts nothing. */
export const isAddressUsedUp = (ip: string, policy: Policy): boolean =>
  limiter.isUsedUp(ofAddress(ip), policy);

/** Forgets what is over and tells the audit of it. */
export async function tidyLimits(): Promise<void> {
  limiter.tidy();
  await refusals.tell();
}

/** Tidies once a minute. Returns how to stop; what was counted is written then. */
export function startLimits(): () => Promise<void> {
  const timer = setInterval(() => void tidyLimits(), TIDY_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return refusals.tell(true);
  };
}
