import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { normalForm } from '../../unicode-normal-form';
import type { ChartFilter } from './chart-contract';

export function inSignOffState(state: ChartFilter['sign_off']): SQL | undefined {
  // As in the partial index `documents_unsigned`.
  if (state === 'unsigned')
    return sql`${documents.status} = 'available' and ${documents.signedOffAt} is null and ${documents.replacedBy} is null and ${documents.withdrawnAt} is null`;
  return state === 'signed' ? isNotNull(documents.signedOffAt) : undefined;
}

/**
 * Versions in whose place the list has a readable newer one. One whose newer version was entered in error, withdrawn or
 * quarantined is the newest left to read.
 */
export const isSuperseded = sql`(${documents.status} <> 'entered_in_error' and exists (
  select 1 from documents newer
  where newer.org_id = ${documents.orgId} and newer.id = ${documents.replacedBy}
    and newer.patient_id = ${documents.patientId} and newer.status = 'available' and newer.withdrawn_at is null
    and newer.id <> ${documents.id} and newer.replaced_by is distinct from ${documents.id}))`;

/** Not LIKE: its wildcards would need escaping, and under row-level security it would scan anyway. */
export const contains = (q: string) =>
  sql`strpos(lower(${documents.title} || chr(10) || ${documents.fileName} || chr(10) || coalesce(${documents.description}, '')), lower(${normalForm(q)})) > 0`;

/** The day of a document in its chart: its date, or the filing date if that is unknown. */
export const chartDay = (orgId: string) =>
  sql<string>`coalesce(${documents.documentDate}, (${documents.createdAt} at time zone (
    select o.time_zone from organizations o where o.id = ${orgId}))::date)`;

/** Without the choice of versions. */
export function chartFilter(
  orgId: string,
  { q, category, status, sign_off, from, to }: ChartFilter,
): SQL | undefined {
  const day = chartDay(orgId);
  return and(
    q ? contains(q) : undefined,
    category ? eq(documents.category, category) : undefined,
    status ? eq(documents.status, status) : undefined,
    inSignOffState(sign_off),
    from ? sql`${day} >= ${from}::date` : undefined,
    to ? sql`${day} <= ${to}::date` : undefined,
  );
}
