import { ne, type SQL } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { findPatient, type PatientRow } from '../patients/access';
import type { AuditEntryList, ListPatientAccessInput } from './contract';
import { actorsOf, conditionsOf, presentEntry, type AuditRow } from './entries';
import { namesOf } from './names';
import { findObjects } from './objects';
import { readRowsOfPatient } from './patient-rows';
import { readVisits } from './whole-page';

const OPERATION = {
  action: 'list_patient_access',
  kind: 'list',
  scope: 'audit:read',
  role: 'auditor',
  peopleOnly: true,
} as const;

/**
 * Lists all operations that concerned the patient and the records merged into it, newest first, including denied ones.
 * Those on a chart that was shared with another record, until a merge was undone, are included. Reading the log is itself
 * recorded in it, with the next reading.
 * @throws DomainError `not_found`, `invalid_cursor`
 */
export function listPatientAccess(ctx: Context, input: ListPatientAccessInput): Promise<AuditEntryList> {
  return perform(ctx, OPERATION, async (tx) => {
    const patient = await findPatient(tx, ctx, input.patient_id);
    // The page that shows the log reads the patient first.
    const conditions = [ne(auditEvents.requestId, ctx.requestId)];
    const list = await readPatientAccess(tx, ctx, patient, input, conditions, true);
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

/**
 * @param ofVisits the limit counts visits instead of entries
 * @throws DomainError `invalid_cursor`
 */
export async function readPatientAccess(
  tx: Tx,
  ctx: Context,
  patient: Pick<PatientRow, 'id' | 'mergedFrom'>,
  input: Omit<ListPatientAccessInput, 'patient_id'>,
  conditions: readonly SQL[] = [],
  ofVisits = false,
): Promise<AuditEntryList> {
  const { orgId } = ctx.actor;
  const page = openPage<AuditRow>(ctx, 'patient_access', input);
  const start = page.after ? String(page.after[0]) : null;
  const read = (before: string | null, limit: number) =>
    readRowsOfPatient(tx, {
      orgId,
      records: [patient.id, ...patient.mergedFrom],
      before,
      conditions: [...conditionsOf(auditEvents.id, auditEvents, input), ...conditions],
      since: input.since,
      until: input.until,
      limit,
    });
  const { rows, most } = ofVisits
    ? await readVisits(page.limit, start, read)
    : { rows: await read(start, page.limit + 1), most: page.limit };
  const shown = rows.slice(0, most);
  const [actors, every] = await together(namesOf(tx, orgId, actorsOf(shown)), findObjects(tx, orgId, shown));
  // Not what belongs to another patient, such as a document that was moved.
  const objects = new Map(
    [...every].filter(([, { parent }]) => parent?.kind !== 'patient' || parent.id === patient.id),
  );
  return page.close(
    rows,
    (row) => [row.id],
    (row) => presentEntry(row, { actors, objects }),
    { most },
  );
}
