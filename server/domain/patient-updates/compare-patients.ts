import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, like, notInArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  documents,
  drafts,
  inboundPatientUpdates,
  inboundReports,
  labOrders,
  labResults,
} from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { toCamelCase } from '../../shared/field-names';
import { showId } from '../../shared/ids';
import { notVoided } from '../lab-results/voided';
import { findPatient, type PatientRow } from '../patients/access';
import { columnsOf } from '../patients/merge-records';
import { presentPatient } from '../patients/present';
import { MERGE_FIELDS } from '../patients/rules';
import type { ComparePatientsInput, PatientComparison } from './contract';
import { candidateCharts, findUpdate, mayMerge, READ, recordsToMerge } from './access';
import { contradictingFields } from './contradictions';
import { planMerge } from './plan-application';
import { readPerson } from './read-situation';
import { readInboundAdt } from './read-update';
import { OPEN_STATES } from './rules';

/**
 * Portal: two records side by side before a merge. Both count as accessed.
 * @throws DomainError `not_found`, `invalid_state` if they are one patient already
 */
export function comparePatients(ctx: Context, input: ComparePatientsInput): Promise<PatientComparison> {
  return perform(ctx, { action: 'compare_patients', kind: 'read', ...READ }, async (tx) => {
    const one = await findPatient(tx, ctx, input.id);
    const other = await findPatient(tx, ctx, input.other_id);
    if (one.id === other.id)
      throw new DomainError('invalid_state', 'Both records belong to the same patient.', {
        survivor_id: showId('patient', one.id),
      });
    const contradicting = contradictingFields(one, other);
    const differences = MERGE_FIELDS.filter((field) => {
      const column = toCamelCase(field) as keyof PatientRow;
      return !isDeepStrictEqual(one[column], other[column]);
    }).map((field) => ({ field, contradicts: contradicting.includes(field) }));
    return {
      output: {
        object: 'patient_comparison',
        patient: { record: presentPatient(one), counts: await countsOf(tx, ctx, one.id) },
        other: { record: presentPatient(other), counts: await countsOf(tx, ctx, other.id) },
        differences,
        sent: input.request_id ? await sentOf(tx, ctx, input.request_id, one, other) : null,
      },
      audit: { objectKind: 'patient', objectId: one.id, patientIds: [one.id, other.id] },
    };
  });
}

/** Only of a request about both records: its data is that of their patient. */
async function sentOf(
  tx: Tx,
  ctx: Context,
  requestId: string,
  survivor: PatientRow,
  merged: PatientRow,
): Promise<PatientComparison['sent']> {
  const { row } = await findUpdate(tx, ctx, requestId);
  if (!(OPEN_STATES as readonly string[]).includes(row.state) || !mayMerge(row)) return null;
  const message = await readInboundAdt(tx, ctx, row.messageId);
  const read = readPerson(message, row.position);
  const charts = await candidateCharts(tx, ctx, row.candidates);
  const named = recordsToMerge(charts, read.facts.mrns, read.prior.mrns);
  const ids = named && [named.survivor.id, named.merged.id];
  if (!ids?.includes(survivor.id) || !ids.includes(merged.id)) return null;
  const { change } = await planMerge(tx, ctx, row, message, read, { survivor, merged });
  const after = { ...survivor, ...change } as PatientRow;
  return {
    record: presentPatient(after),
    fields: MERGE_FIELDS.filter((field) =>
      columnsOf(field).some((column) => !isDeepStrictEqual(after[column], survivor[column])),
    ),
  };
}

type Counts = PatientComparison['patient']['counts'];

async function countsOf(tx: Tx, ctx: Context, id: string): Promise<Counts> {
  const { orgId } = ctx.actor;
  const count = async (table: PgTable & { orgId: PgColumn }, condition: SQL | undefined): Promise<number> => {
    const [row] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(table)
      .where(and(eq(table.orgId, orgId), condition));
    return row?.count ?? 0;
  };
  const [lab_results, lab_orders, filed, begun, reports, updates] = await together(
    count(labResults, and(eq(labResults.patientId, id), notVoided)),
    count(labOrders, eq(labOrders.patientId, id)),
    count(
      documents,
      and(
        eq(documents.patientId, id),
        notInArray(documents.status, ['pending_upload', 'failed', 'entered_in_error']),
      ),
    ),
    count(drafts, like(drafts.form, `/patients/${showId('patient', id)}/%`)),
    count(
      inboundReports,
      and(
        inArray(inboundReports.state, [...OPEN_STATES]),
        sql`${inboundReports.why} ->> 'candidate' = ${id}`,
      ),
    ),
    count(
      inboundPatientUpdates,
      and(inArray(inboundPatientUpdates.state, [...OPEN_STATES]), sql`${id}::uuid = any (candidates)`),
    ),
  );
  return { lab_results, lab_orders, documents: filed, drafts: begun, held_messages: reports + updates };
}
