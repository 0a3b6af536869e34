import { eq, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { auditEvents } from '../../db/schema/index';
import { lowestIdAt, PREFIX, showId, type Kind } from '../../shared/ids';
import type { AuditEntry, ListAuditEventsInput } from './contract';

export type AuditRow = typeof auditEvents.$inferSelect;

/**
 * Ids are UUIDv7, so the index that sorts the list also bounds the time range.
 * @param id column by which the list is sorted
 * @param act columns of the audit row
 */
export function conditionsOf(
  id: PgColumn,
  event: Record<'actor' | 'kind' | 'outcome' | 'detail', PgColumn>,
  input: Pick<ListAuditEventsInput, 'who' | 'kind' | 'outcome' | 'since' | 'until'>,
): (SQL | undefined)[] {
  const { who, kind, outcome, since, until } = input;
  return [
    since ? gte(id, lowestIdAt(new Date(since))) : undefined,
    until ? lt(id, lowestIdAt(new Date(until))) : undefined,
    who?.startsWith(PREFIX.oauth_app)
      ? or(eq(event.actor, who), eq(sql`${event.detail} ->> 'app'`, who))
      : who
        ? eq(event.actor, who)
        : undefined,
    kind ? eq(event.kind, kind) : undefined,
    outcome ? eq(event.outcome, outcome) : undefined,
  ];
}

const appOf = ({ detail }: AuditRow): string | null => (typeof detail?.app === 'string' ? detail.app : null);

export const actorsOf = (rows: readonly AuditRow[]): string[] =>
  rows.flatMap((row) => [row.actor, appOf(row) ?? []].flat());

const isKind = (kind: string | null): kind is Kind => kind !== null && Object.hasOwn(PREFIX, kind);

/** Omits patients: only a patient's own access log identifies them. */
const objectOf = ({ objectKind, objectId }: AuditRow): string | null =>
  isKind(objectKind) && objectKind !== 'patient' && objectId ? showId(objectKind, objectId) : null;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export function presentEntry(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry {
  const app = appOf(row);
  const named = (id: string) => ({ id, name: names.get(id) ?? null });
  return {
    id: showId('audit_event', row.id),
    at: row.at.toISOString(),
    who: named(row.actor),
    app: app === null ? null : named(app),
    transport: row.transport,
    action: row.action,
    kind: row.kind,
    outcome: row.outcome,
    code: row.code,
    object_id: objectOf(row),
    patients: row.patientIds.length,
    fields: [...texts(row.detail?.fields), ...texts(row.detail?.changed_fields)],
    reason: row.action === 'register_patient' ? (texts([row.detail?.reason])[0] ?? null) : null,
    record_returned: row.detail?.record_returned === true,
    ip: row.ip,
    request_id: row.requestId,
  };
}
