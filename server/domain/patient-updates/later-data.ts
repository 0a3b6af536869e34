import { and, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import {
  documents,
  inboundDocuments,
  inboundPatientUpdates,
  inboundReports,
  labResults,
  patients,
} from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { notVoided } from '../lab-results/voided';
import { mergedRecords, resolveMerged, type PatientRow } from '../patients/access';
import type { UpdateRow } from './access';
import { hasMrn } from './feed-fields';

/** What later messages gave a chart through an MRN that a decision linked to it. Undoing the decision leaves it there. */
export interface LaterData {
  chart: PatientRow;
  /** When the first of the messages was received. */
  since: Date;
  /** Changed fields, as in the contract. */
  fields: string[];
  results: number;
  documents: number;
}

const split = (mrns: string | null): string[] => mrns?.split(', ') ?? [];

/** Of applied data that can be undone, and of data whose decision was undone: the chart no longer has the MRN. */
export async function laterData(tx: Tx, ctx: Context, row: UpdateRow): Promise<LaterData[]> {
  const mrns = [...split(row.mrn), ...split(row.priorMrn)];
  if (mrns.length === 0) return [];
  const { orgId } = ctx.actor;
  // IDs are in the order of time, and indexed unlike the MRN.
  const [updates, reports, filed] = await together(
    tx
      .select({
        mrn: inboundPatientUpdates.mrn,
        patientId: inboundPatientUpdates.patientId,
        at: inboundPatientUpdates.createdAt,
        fields: inboundPatientUpdates.fields,
      })
      .from(inboundPatientUpdates)
      .where(
        and(
          eq(inboundPatientUpdates.orgId, orgId),
          gt(inboundPatientUpdates.id, row.id),
          eq(inboundPatientUpdates.state, 'applied'),
          inArray(inboundPatientUpdates.mrn, mrns),
          isNotNull(inboundPatientUpdates.patientId),
          sql`${inboundPatientUpdates.fields} <> '[]'`,
        ),
      ),
    tx
      .select({
        mrn: inboundReports.mrn,
        patientId: labResults.patientId,
        at: inboundReports.createdAt,
        id: labResults.id,
      })
      .from(inboundReports)
      .innerJoin(
        labResults,
        and(eq(labResults.orgId, orgId), eq(labResults.id, inboundReports.resultId), notVoided),
      )
      .where(
        and(
          eq(inboundReports.orgId, orgId),
          gt(inboundReports.id, row.id),
          eq(inboundReports.state, 'filed'),
          inArray(inboundReports.mrn, mrns),
        ),
      ),
    tx
      .select({
        mrn: inboundDocuments.mrn,
        patientId: documents.patientId,
        at: inboundDocuments.createdAt,
        id: documents.id,
      })
      .from(inboundDocuments)
      .innerJoin(
        documents,
        and(
          eq(documents.orgId, orgId),
          eq(documents.id, inboundDocuments.documentId),
          ne(documents.status, 'entered_in_error'),
        ),
      )
      .where(
        and(
          eq(inboundDocuments.orgId, orgId),
          gt(inboundDocuments.id, row.id),
          inArray(inboundDocuments.state, ['filed', 'changed']),
          inArray(inboundDocuments.mrn, mrns),
        ),
      ),
  );
  const all = [...updates, ...reports, ...filed];
  const ids = [...new Set(all.flatMap(({ patientId }) => patientId ?? []))];
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, orgId), inArray(patients.id, ids)));
  const charts = await resolveMerged(
    tx,
    ctx,
    rows.filter(({ deletedAt }) => deletedAt === null),
  );
  const merged = await mergedRecords(tx, ctx, charts);
  return charts.flatMap((chart) => {
    const records = [chart, ...chart.mergedFrom.flatMap((id) => merged.get(id) ?? [])];
    const linked = chart.id === row.patientId ? linkedBy(row) : [];
    const isOfOther = ({ mrn, patientId }: (typeof all)[number]) =>
      mrn !== null &&
      records.some(({ id }) => id === patientId) &&
      (linked.includes(mrn) || !records.some((record) => hasMrn(record, mrn)));
    const own = all.filter(isOfOther);
    if (own.length === 0) return [];
    const distinct = (of: readonly { id: string }[]) => new Set(of.map(({ id }) => id)).size;
    return {
      chart,
      since: new Date(Math.min(...own.map(({ at }) => at.getTime()))),
      fields: [...new Set(updates.filter(isOfOther).flatMap(({ fields }) => fields))],
      results: distinct(reports.filter(isOfOther)),
      documents: distinct(filed.filter(isOfOther)),
    };
  });
}

/** MRNs that the decision added to the identifiers of the chart. */
function linkedBy({ valuesBefore, valuesAfter }: UpdateRow): string[] {
  const mrnsOf = ({ identifiers }: Partial<Pick<PatientRow, 'identifiers'>>) =>
    (identifiers ?? []).flatMap(({ type, value }) => (type === 'mrn' ? value : []));
  const before = mrnsOf(valuesBefore);
  return mrnsOf(valuesAfter).filter((mrn) => !before.includes(mrn));
}
