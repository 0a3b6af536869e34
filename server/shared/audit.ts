import { sql } from 'drizzle-orm';
import { count } from '../counts';
import { logger } from '../logger';
import { NO_USER, securityEvents } from '../db/schema/index';
import { queryNamed } from '../db/prepared';
import { answeredByCommit, withScope, withTenant, type Tx } from '../db/transaction';
import { addressBlock } from '../address-block';
import { actorName, type Context, type Transport } from './context';
import type { DomainError, ErrorCode } from '../errors/domain-error';
import { rejectedFields } from '../errors/field-error';
import { idTime, newId, showId, type Kind } from './ids';
import type { OAuthCode } from '../errors/oauth-error';

/**
 * The audit log: one row per operation, in its transaction, so that an operation that cannot be recorded fails.
 * Contains IDs, field names and counts, never values of patient data.
 */

export type AuditKind = 'read' | 'write' | 'list' | 'download' | 'auth';

export interface AuditFacts {
  objectKind?: Kind;
  /** UUID */
  objectId?: string;
  /** Every patient (UUID) whose data was returned, changed or requested. */
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

/** A named statement in plain SQL: every request runs it, and each connection parses and plans it once. */
const INSERT = {
  name: 'record_audit',
  text: `insert into audit_events
    (org_id, id, at, actor, transport, action, kind, outcome, code, object_kind, object_id, patient_ids, request_id, ip, detail)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
};

/** Sends the query at once, so that the caller may await it with the COMMIT (`answeredByCommit`). */
export function recordAudit(tx: Tx, ctx: Context, entry: Entry): Promise<unknown> {
  const { app } = ctx.actor;
  const detail = app ? { app: showId('oauth_app', app), ...entry.detail } : entry.detail;
  const id = newId();
  return queryNamed(tx, INSERT, [
    ctx.actor.orgId,
    id,
    // The same time as in the ID, which sorts the lists.
    idTime(id),
    actorName(ctx.actor),
    ctx.transport,
    entry.action,
    entry.kind,
    entry.outcome,
    entry.code ?? null,
    entry.objectKind ?? null,
    entry.objectId ?? null,
    [...new Set(entry.patientIds ?? [])],
    ctx.requestId,
    ctx.ip,
    detail ? JSON.stringify(detail) : null,
  ]);
}

/** The names of the invalid fields of a request. */
export function rejectionOf({ extras }: DomainError): AuditFacts['detail'] {
  const rejected = rejectedFields(extras.errors);
  return rejected.length > 0 ? { rejected_fields: rejected } : undefined;
}

type AuditObject = Pick<AuditFacts, 'objectKind' | 'objectId' | 'patientIds'>;
/** Known, or to be found in the organization. */
type About = AuditObject | ((tx: Tx) => Promise<AuditObject>);

/**
 * Records a rejected request in a separate transaction, because that of the operation was rolled back.
 * @param patientIds patients (UUID) in the request, whether they exist or not
 * @param about an object of the organization, and its patient
 */
export async function recordDenial(
  ctx: Context,
  action: string,
  kind: AuditKind,
  code: ErrorCode | OAuthCode,
  detail?: Record<string, unknown>,
  patientIds: string[] = [],
  about: About = {},
): Promise<void> {
  await ctx.begun?.drop();
  const outcome = code === 'internal_error' || code === 'unavailable' ? 'failed' : 'refused';
  await withTenant(ctx.actor.orgId, async (tx) => {
    const object = typeof about === 'function' ? await about(tx) : about;
    const named = [...patientIds, ...(object.patientIds ?? [])];
    const entry = {
      action,
      kind,
      outcome,
      code,
      ...object,
      patientIds: named,
      ...(detail ? { detail } : {}),
    } as const;
    void answeredByCommit(tx, () => recordAudit(tx, ctx, entry));
  });
}

/** Security events without a known user, in addition to error codes. */
export type SecurityCode =
  | 'sign_in_failed'
  | 'sign_in_locked'
  /** Too many sign-ins await password verification. */
  | 'sign_in_busy'
  | 'second_factor_failed'
  /** The reason is in `sign_on_failures`. */
  | 'single_sign_on_failed'
  /**
   * A reset link was requested for an unknown address, opened or used when invalid, or used with an unacceptable
   * password.
   */
  | 'reset_not_sent'
  | 'reset_refused'
  /** The counter of a passkey did not increase: it may have been cloned. */
  | 'passkey_counter';

/**
 * Records an authentication failure without a known organization, counted per minute, address, code and user. IPv6
 * addresses are counted by network, as for rate limits: single addresses would allow an attacker to create any number of
 * rows. Also a line of the log, which a collector can forward.
 */
export function recordSecurityEvent(event: {
  ip: string;
  code: ErrorCode | OAuthCode | SecurityCode;
  transport: Transport;
  requestId: string;
  /** UUID of the account that the request named, if it exists. */
  userId?: string | null;
}): Promise<void> {
  const userId = event.userId ?? NO_USER;
  count('clinical_security_events_total', [event.code]);
  logger.info(
    {
      request_id: event.requestId,
      code: event.code,
      transport: event.transport,
      address: event.ip,
      ...(userId === NO_USER ? {} : { user: showId('user', userId) }),
    },
    'security event',
  );
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  return withScope({}, async (tx) => {
    await tx
      .insert(securityEvents)
      .values({
        minute,
        ip: addressBlock(event.ip),
        code: event.code,
        transport: event.transport,
        count: 1,
        lastRequestId: event.requestId,
        userId,
      })
      .onConflictDoUpdate({
        target: [
          securityEvents.minute,
          securityEvents.ip,
          securityEvents.code,
          securityEvents.transport,
          securityEvents.userId,
        ],
        set: { count: sql`${securityEvents.count} + 1`, lastRequestId: event.requestId },
      });
  });
}
