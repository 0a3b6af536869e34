import { sql } from 'drizzle-orm';
import { securityEvents } from '../../db/schema/index';
import { queryNamed } from '../../db/prepared';
import { answeredByCommit, withScope, withTenant, type Tx } from '../../db/transaction';
import { addressBlock } from '../../address-block';
import { actorName, type Context, type Door } from './context';
import type { ErrorCode } from '../../errors/domain-error';
import { idTime, newId, showId, type Kind } from './ids';
import type { OAuthCode } from '../../errors/oauth-error';

/**
 * The audit: one row per act, in the transaction of the act (fail closed). Never holds values of patient data, only
 * ids, field names and counts.
 */

export type AuditKind = 'read' | 'write' | 'list' | 'download' | 'auth';

export interface AuditFacts {
  objectKind?: Kind;
  /** `uuid` */
  objectId?: string;
  /** Every patient (`uuid`) whose data was returned, changed or asked for. */
  patientIds?: string[];
  /** Field names and counts, never values. */
  detail?: Record<string, unknown>;
}

interface Entry extends AuditFacts {
  action: string;
  kind: AuditKind;
  outcome: 'allowed' | 'refused' | 'failed';
  code?: ErrorCode | OAuthCode;
}

const TEXT = `insert into audit_events
    (org_id, id, at, actor, door, action, kind, outcome, code, object_kind, object_id, patient_ids, request_id, ip, detail)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;
/** Written out and named: the one statement of every request is parsed and planned once per connection. */
const INSERT = { name: 'record_audit', text: TEXT };
/** With a line for each patient's access log: the row and its lines are one statement, there or not there together. */
const INSERT_WITH_PATIENTS = {
  name: 'record_audit_of_patients',
  text: `with act as (${TEXT})
    insert into audit_patients (org_id, patient_id, audit_id) select $1, patient, $2 from unnest($12::uuid[]) patient`,
};

/** Sent at once, so that the caller may await it with the COMMIT (`answeredByCommit`). */
export function recordAudit(tx: Tx, ctx: Context, entry: Entry): Promise<unknown> {
  const { app } = ctx.actor;
  const detail = app ? { app: showId('oauth_app', app), ...entry.detail } : entry.detail;
  const id = newId();
  const patientIds = [...new Set(entry.patientIds ?? [])];
  return queryNamed(tx, patientIds.length > 0 ? INSERT_WITH_PATIENTS : INSERT, [
    ctx.actor.orgId,
    id,
    // The same moment as in the id, by which the lists are sorted and cut.
    idTime(id),
    actorName(ctx.actor),
    ctx.door,
    entry.action,
    entry.kind,
    entry.outcome,
    entry.code ?? null,
    entry.objectKind ?? null,
    entry.objectId ?? null,
    patientIds,
    ctx.requestId,
    ctx.ip,
    detail ? JSON.stringify(detail) : null,
  ]);
}

/**
 * A refusal's row: a transaction of its own, because the one of the act has rolled back.
 * @param patientIds patients (`uuid`) that the request named, whether they exist or not
 */
export async function recordRefusal(
  ctx: Context,
  action: string,
  kind: AuditKind,
  code: ErrorCode | OAuthCode,
  detail?: Record<string, unknown>,
  patientIds: string[] = [],
): Promise<void> {
  await ctx.begun?.drop();
  const outcome = code === 'internal_error' || code === 'unavailable' ? 'failed' : 'refused';
  await withTenant(ctx.actor.orgId, async (tx) => {
    void answeredByCommit(tx, () =>
      recordAudit(tx, ctx, { action, kind, outcome, code, patientIds, ...(detail ? { detail } : {}) }),
    );
  });
}

/** What happens before anybody is known, beside refusals. */
export type SecurityCode =
  | 'sign_in_failed'
  | 'sign_in_locked'
  /** More passwords wait to be checked than can be. */
  | 'sign_in_busy'
  | 'second_factor_failed'
  /** A link for a new password was asked for that nobody gets, or used that is not good, or with a password that is not. */
  | 'reset_not_sent'
  | 'reset_refused'
  /** The counter of a passkey did not grow: there may be a copy of it. */
  | 'passkey_counter';

/**
 * A refusal with no known organisation: counted per minute, address and code. An IPv6 address by its network, as the
 * limits count it: one by one they would be as many rows as somebody likes.
 */
export function recordSecurityEvent(event: {
  ip: string;
  code: ErrorCode | OAuthCode | SecurityCode;
  door: Door;
  requestId: string;
}): Promise<void> {
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  return withScope({}, async (tx) => {
    await tx
      .insert(securityEvents)
      .values({
        minute,
        ip: addressBlock(event.ip),
        code: event.code,
        door: event.door,
        count: 1,
        lastRequestId: event.requestId,
      })
      .onConflictDoUpdate({
        target: [securityEvents.minute, securityEvents.ip, securityEvents.code, securityEvents.door],
        set: { count: sql`${securityEvents.count} + 1`, lastRequestId: event.requestId },
      });
  });
}
