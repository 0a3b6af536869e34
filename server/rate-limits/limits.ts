import { createHash } from 'node:crypto';
import { credentialName, type Context } from '../shared/context';
import type { ErrorCode } from '../errors/domain-error';
import { addressBlock } from '../address-block';
import { Limiter, type LimitStatus } from './limiter';
import { WINDOW_SECONDS, type Policy } from './policies';
import { DenialRecord } from './denial-record';
import { leaseFromPostgres } from './shared-counter';

/** The limiter of this process, shared by all transports. */

const TIDY_EVERY_MS = 60_000;

// Looked up at each call, so that a test can replace the clock.
const clock = () => performance.now();
const limiter = new Limiter(leaseFromPostgres, clock);
const denials = new DenialRecord(clock);

/** Counts one request against each policy until one is used up, which is then the last in the result. */
export async function count(ctx: Context, policies: readonly Policy[]): Promise<LimitStatus[]> {
  const subject = { orgId: ctx.actor.orgId, name: credentialName(ctx.actor) };
  const statuses: LimitStatus[] = [];
  for (const policy of policies) {
    const status = await limiter.take(subject, policy, () => ctx.begun?.drop());
    statuses.push(status);
    if (status.admitted) continue;
    const { window, seconds } = status;
    const detail = { policy: policy.name };
    await denials.note(ctx, { action: 'count_request', code: 'rate_limited', detail, window, seconds });
    break;
  }
  return statuses;
}

/** Records repeated denials: the first of a minute at once, the others as a count. */
export function noteDenial(
  ctx: Context,
  action: string,
  code: ErrorCode,
  detail: Record<string, string>,
): Promise<void> {
  const window = Math.floor(clock() / (WINDOW_SECONDS * 1000));
  const seconds = (window + 1) * WINDOW_SECONDS - clock() / 1000;
  return denials.note(ctx, { action, code, detail, window, seconds });
}

/** For subjects without an organization. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** Hashed, so that the table contains no addresses. */
const ofAddress = (ip: string) => ({
  orgId: NIL_UUID,
  name: `ip_${createHash('sha256').update(addressBlock(ip)).digest('hex').slice(0, 32)}`,
});

/** Counts an action of an unauthenticated address. */
export const countAddress = (ip: string, policy: Policy): Promise<LimitStatus> =>
  limiter.take(ofAddress(ip), policy);

/** Whether the address has used up the policy, as far as this process knows. Does not count. */
export const isAddressUsedUp = (ip: string, policy: Policy): boolean =>
  limiter.isUsedUp(ofAddress(ip), policy);

/** Removes ended windows and audits their counts. */
export async function tidyLimits(): Promise<void> {
  limiter.tidy();
  await denials.flush();
}

/** Tidies once a minute. Returns a function that stops it and writes the remaining counts. */
export function startLimits(): () => Promise<void> {
  const timer = setInterval(() => void tidyLimits(), TIDY_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return denials.flush(true);
  };
}
