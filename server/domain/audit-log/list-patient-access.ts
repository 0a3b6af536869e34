import { and, desc, eq, inArray, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { auditEvents, auditPatients } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { lowestIdAt } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { findPatient, type PatientRow } from '../patients/access';
import type { AuditEntryList, ListPatientAccessInput } from './contract';
import { actorsOf, conditionsOf, presentEntry, type AuditRow } from './entries';
import { jointCharts, type JointChart } from './joint-charts';
import { namesOf } from './names';
import { findObjects } from './objects';

const OPERATION = {
  action: 'list_patient_access',
  kind: 'list',
  scope: 'patients:read',
  role: 'admin',
  peopleOnly: true,
} as const;

/** Entries about these records, and about charts that were theirs for a time. */
const concerns = (
  row: { patientId: SQLWrapper; auditId: SQLWrapper },
  ids: readonly string[],
  charts: readonly JointChart[],
): SQL =>
  or(
    inArray(row.patientId as SQL, [...ids]),
    ...charts.map(
      ({ patientId, from, until }) =>
        sql`(${row.patientId} = ${patientId} and ${row.auditId} >= ${lowestIdAt(from)} and ${row.auditId} < ${lowestIdAt(until)})`,
    ),
  )!;

/** An entry that concerned several records of the patient is listed once. */
const firstOfEach = (orgId: string, ids: readonly string[], charts: readonly JointChart[]): SQL =>
  sql`(${concerns(auditPatients, ids, charts)} and not exists (
    select 1 from audit_patients other where other.org_id = ${orgId} and other.audit_id = ${auditPatients.auditId}
      and ${concerns({ patientId: sql`other.patient_id`, auditId: sql`other.audit_id` }, ids, charts)}
      and other.patient_id < ${auditPatients.patientId}))`;

/**
 * Lists all operations that concerned the patient and the records merged into it, newest first, including denied ones.
 * Those on a chart that was shared with another record, until a merge was undone, are included. Reading the log is itself
 * recorded in it.
 * @throws DomainError `not_found`, `invalid_cursor`
 */
export function listPatientAccess(ctx: Context, input: ListPatientAccessInput): Promise<AuditEntryList> {
  return perform(ctx, OPERATION, async (tx) => {
    const patient = await findPatient(tx, ctx, input.patient_id);
    const list = await readPatientAccess(tx, ctx, patient, input);
    return {
      output: list,
      audit: {
        objectKind: 'patient',
        objectId: patient.id,
        patientIds: [patient.id],
        detail: { count: list.data.length },
      },
    };
  });
}

/** @throws DomainError `invalid_cursor` */
export async function readPatientAccess(
  tx: Tx,
  ctx: Context,
  patient: Pick<PatientRow, 'id' | 'mergedFrom'>,
  input: Omit<ListPatientAccessInput, 'patient_id'>,
): Promise<AuditEntryList> {
  const { orgId } = ctx.actor;
  const page = openPage<AuditRow>(ctx, 'patient_access', input);
  // Starts from the patient's rows, so that a rare filter value cannot make the planner scan the whole audit log.
  const event = tx
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.orgId, orgId),
        eq(auditEvents.orgId, auditPatients.orgId),
        eq(auditEvents.id, auditPatients.auditId),
      ),
    )
    .limit(1)
    .as('event');
  const records = [patient.id, ...patient.mergedFrom];
  const charts = await jointCharts(tx, orgId, records);
  const found = await tx
    .select()
    .from(auditPatients)
    .innerJoinLateral(event, sql`true`)
    .where(
      and(
        eq(auditPatients.orgId, orgId),
        records.length + charts.length === 1
          ? eq(auditPatients.patientId, patient.id)
          : firstOfEach(orgId, records, charts),
        page.after ? lt(auditPatients.auditId, String(page.after[0])) : undefined,
        ...conditionsOf(auditPatients.auditId, event, input),
      ),
    )
    .orderBy(desc(auditPatients.auditId))
    .limit(page.limit + 1);
  const rows = found.map((row) => row.event);
  const shown = rows.slice(0, page.limit);
  const [actors, every] = await together(namesOf(tx, orgId, actorsOf(shown)), findObjects(tx, orgId, shown));
  // Not what belongs to another patient, such as a document that was moved.
  const objects = new Map(
    [...every].filter(([, { parent }]) => parent?.kind !== 'patient' || parent.id === patient.id),
  );
  return page.close(
    rows,
    (row) => [row.id],
    (row) => presentEntry(row, { actors, objects }),
  );
}
