import { queryNamed } from '../db/prepared';
import { UNLEASED, type Lease } from '../jobs/lease';
import type { Tx } from '../db/transaction';
import type { DeliveryError } from '../outbound/failure';

/** Records finished attempts: one row each, the state of the delivery and the health of the webhook. */

export interface DeliveryLease extends Lease {
  webhookId: string;
}

export interface Attempt {
  lease: DeliveryLease;
  isTest: boolean;
  status: 'succeeded' | 'failed' | 'exhausted';
  nextAttemptAt: Date | null;
  sentAt: Date;
  durationMs: number;
  responseStatus: number | null;
  excerpt: string | null;
  responseBytes: number | null;
  error: DeliveryError | null;
  detail: string | null;
}

/** State of a webhook after counting its attempts. */
export interface HookHealth {
  orgId: string;
  id: string;
  enabled: boolean;
  consecutiveFailures: number;
  firstFailureAt: Date | null;
  lastFailureAt: Date | null;
  lastSuccessAt: Date | null;
  /** The last failure before these attempts. */
  failedBefore: Date | null;
}

const COUNT = {
  name: 'webhook_count',
  text: `
  with r as (
    select * from jsonb_to_recordset($1::jsonb)
      as r(org_id uuid, id uuid, success_at timestamptz, failure_at timestamptz, failures int, first_failure_at timestamptz)
  ), locked as materialized (
    select w.org_id, w.id, w.last_failure_at from webhooks w join r on r.org_id = w.org_id and r.id = w.id
    order by w.org_id, w.id for no key update of w
  )
  update webhooks w set
    last_success_at = greatest(w.last_success_at, r.success_at),
    last_failure_at = greatest(w.last_failure_at, r.failure_at),
    consecutive_failures = r.failures + case when r.success_at is null then w.consecutive_failures else 0 end,
    first_failure_at = case when r.success_at is null then coalesce(w.first_failure_at, r.first_failure_at) else r.first_failure_at end,
    status = case when not w.enabled then w.status when r.failures > 0 then 'failing' else 'enabled' end
  from locked join r on r.org_id = locked.org_id and r.id = locked.id
  where w.org_id = locked.org_id and w.id = locked.id
  returning w.org_id as "orgId", w.id, w.enabled, w.consecutive_failures as "consecutiveFailures",
    w.first_failure_at as "firstFailureAt", w.last_success_at as "lastSuccessAt",
    w.last_failure_at as "lastFailureAt", locked.last_failure_at as "failedBefore"`,
};

/** Adds up the attempts of each webhook, without tests; a success resets earlier failures. */
export function countAttempts(tx: Tx, attempts: Attempt[]): Promise<HookHealth[]> {
  return queryNamed<HookHealth>(tx, COUNT, [JSON.stringify([...tally(attempts).values()])]);
}

interface Tally {
  org_id: string;
  id: string;
  success_at: Date | null;
  failure_at: Date | null;
  /** Failures since the last success. */
  failures: number;
  first_failure_at: Date | null;
}

function tally(attempts: Attempt[]): Map<string, Tally> {
  const byHook = new Map<string, Tally>();
  const counted = attempts.filter(({ isTest }) => !isTest);
  for (const { lease, sentAt, error } of counted.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime())) {
    const { orgId, webhookId } = lease;
    const before = byHook.get(webhookId) ?? {
      org_id: orgId,
      id: webhookId,
      success_at: null,
      failure_at: null,
      failures: 0,
      first_failure_at: null,
    };
    const changed =
      error === null
        ? { success_at: sentAt, failures: 0, first_failure_at: null }
        : {
            failure_at: sentAt,
            failures: before.failures + 1,
            first_failure_at: before.first_failure_at ?? sentAt,
          };
    byHook.set(webhookId, { ...before, ...changed });
  }
  return byHook;
}

const WRITE = {
  name: 'webhook_write',
  text: `
  with r as (
    select * from jsonb_to_recordset($1::jsonb)
      as r(org_id uuid, id uuid, token uuid, status text, next_attempt_at timestamptz, sent_at timestamptz, duration_ms int,
           response_status int, excerpt text, response_bytes int, error text, detail text)
  ), done as (
    update deliveries d set
      attempts = d.attempts + 1,
      status = case when r.status = 'succeeded' or d.status in ('pending', 'failed') then r.status else d.status end,
      next_attempt_at = case when d.status in ('pending', 'failed') then r.next_attempt_at end,
      finished_at = case when r.status in ('succeeded', 'exhausted') then $2::timestamptz else d.finished_at end,
      ${UNLEASED}
    from r where d.org_id = r.org_id and d.id = r.id and d.lease_token = r.token
    returning d.org_id, d.id, d.attempts
  )
  insert into delivery_attempts (org_id, delivery_id, attempt, sent_at, duration_ms, response_status, response_excerpt, response_bytes, error, error_detail)
  select done.org_id, done.id, done.attempts, r.sent_at, r.duration_ms, r.response_status, r.excerpt, r.response_bytes, r.error, r.detail
  from done join r on r.org_id = done.org_id and r.id = done.id`,
};

/**
 * Writes attempts and new states of deliveries still under our lease. A delivery that was held or skipped meanwhile
 * stays so, unless the receiver accepted it.
 */
export async function recordAttempts(tx: Tx, attempts: Attempt[], now: Date): Promise<void> {
  const rows = JSON.stringify(
    attempts.map(({ lease, ...attempt }) => ({
      org_id: lease.orgId,
      id: lease.id,
      token: lease.token,
      status: attempt.status,
      next_attempt_at: attempt.nextAttemptAt,
      sent_at: attempt.sentAt,
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus,
      excerpt: attempt.excerpt,
      response_bytes: attempt.responseBytes,
      error: attempt.error,
      detail: attempt.detail,
    })),
  );
  await queryNamed(tx, WRITE, [rows, now]);
}

const FIRST_GIVEN_UP = {
  name: 'webhook_first_given_up',
  text: `
  select distinct r.webhook_id as id from jsonb_to_recordset($1::jsonb) as r(org_id uuid, webhook_id uuid)
  where not exists (
    select 1 from deliveries d join events e on e.org_id = d.org_id and e.id = d.event_id
    where d.org_id = r.org_id and d.webhook_id = r.webhook_id and d.status = 'exhausted' and d.finished_at > $3::timestamptz
      and e.type <> 'webhook.test' and d.id <> all ($2::uuid[]))`,
};

const WARNED_AGAIN_AFTER = 7 * 86_400_000;

/** Webhooks (`uuid`) whose first exhausted deliveries of a week are among these. */
export async function firstGivenUp(tx: Tx, givenUp: DeliveryLease[], now: Date): Promise<string[]> {
  if (givenUp.length === 0) return [];
  const hooks = JSON.stringify(
    givenUp.map(({ orgId, webhookId }) => ({ org_id: orgId, webhook_id: webhookId })),
  );
  const since = new Date(now.getTime() - WARNED_AGAIN_AFTER);
  const rows = await queryNamed<{ id: string }>(tx, FIRST_GIVEN_UP, [
    hooks,
    givenUp.map(({ id }) => id),
    since,
  ]);
  return rows.map(({ id }) => id);
}
