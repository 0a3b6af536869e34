import type { Mortal } from './service';

/**
 * H-02: the audit row of a write is committed with it or not at all, however the process ends. Joins the created rows
 * with their audit rows and events in both directions. A repeated request is a separate action, marked as replayed.
 */

const MADE = `
  select 'create_patient' as action, 'patient.created' as type, id, name->>'family' as mark from patients
  union all select 'create_lab_order', 'lab_order.created', id, notes from lab_orders
  union all select 'create_document', 'document.created', id, title from documents`;

const WRITES = `
  with made as (${MADE}), noted as (
    select action, object_id as id, count(*)::int as n from audit_events
    where outcome = 'allowed' and detail->>'replayed' is null group by 1, 2
  ), told as (select type, object_id as id, count(*)::int as n from events group by 1, 2)
  select mark, coalesce(noted.n, 0) as audited, coalesce(told.n, 0) as events
  from made left join noted using (action, id) left join told using (type, id) where mark like $1`;

const NOTES = `
  with made as (${MADE})
  select a.action, a.object_id::text as id, made.id is not null as stands
  from audit_events a left join made on made.action = a.action and made.id = a.object_id
  where a.outcome = 'allowed' and a.action in ('create_patient', 'create_lab_order', 'create_document')`;

export interface Audited {
  /** Created rows, and audit rows of successful creates. */
  writes: number;
  notes: number;
  violations: string[];
}

export async function joinAudit(service: Pick<Mortal, 'query'>, prefix: string): Promise<Audited> {
  const writes = await service.query<{ mark: string; audited: number; events: number }>(WRITES, [
    `${prefix}%`,
  ]);
  const notes = await service.query<{ action: string; id: string | null; stands: boolean }>(NOTES);
  const violations = [
    ...writes
      .filter(({ audited }) => audited !== 1)
      .map(({ mark, audited }) => `${mark}: a write with ${audited} audit rows`),
    ...writes
      .filter(({ events }) => events !== 1)
      .map(({ mark, events }) => `${mark}: a write with ${events} events`),
    ...notes
      .filter(({ stands }) => !stands)
      .map(({ action, id }) => `${action}: an audit row without its write (${id})`),
  ];
  return { writes: writes.length, notes: notes.length, violations };
}
