import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { documentCorrections, inboundDocuments } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { NormalDocument } from '../../hl7v2/read-mdm';
import type { Context } from '../../shared/context';
import type { DocumentRow } from '../documents/access';
import type { PlacedFile } from '../documents/report-documents';
import { checkChart, needsReason } from '../inbound-reports/filing/check-patient';
import { decide, type Decision, type Proposal, type Proposals } from '../inbound-reports/filing/decide';
import type { PatientFacts } from '../inbound-reports/filing/patient-facts';
import {
  linkedMrns,
  ordersByNumber,
  patientsByMrn,
  patientsInSight,
} from '../inbound-reports/filing/proposals';
import { isSameAsSent } from '../inbound-reports/filing/report-facts';
import type { SentFacts } from './sent-facts';

/** Decides whose document it is, by the rules for reports: numbers propose a patient, and the person is compared. */
export async function matchDocument(
  tx: Tx,
  ctx: Context,
  {
    document,
    facts,
    sent,
    known,
    files = [],
  }: {
    document: NormalDocument;
    facts: PatientFacts;
    sent: SentFacts;
    /** Documents that the message refers to. */
    known: readonly DocumentRow[];
    /** That it would file. */
    files?: readonly PlacedFile[];
  },
): Promise<Decision> {
  const orders = await ordersByNumber(tx, ctx, document.placer_number);
  const byMrn = await patientsByMrn(tx, ctx, facts.mrns, linkedMrns(document, facts.mrns));
  const inSight = await patientsInSight(tx, ctx, [
    ...orders.rows.map(({ patientId }) => patientId),
    ...known.map(({ patientId }) => patientId),
  ]);
  const proposals: Proposals = {
    known: await proposeKnown(tx, ctx, { known, inSight, named: byMrn[0]?.id ?? null, facts, sent, files }),
    orders: orders.rows.map(({ orderId, patientId, addressedPatientId }) => ({
      orderId,
      addressedPatientId,
      patient: inSight.get(patientId) ?? null,
    })),
    withoutZeros: orders.withoutZeros,
    samples: [],
    byMrn,
  };
  return decide(facts, proposals);
}

/** The chart of the known document. Of several, the one the identifiers name. */
async function proposeKnown(
  tx: Tx,
  ctx: Context,
  {
    known,
    inSight,
    named,
    facts,
    sent,
    files,
  }: {
    known: readonly DocumentRow[];
    inSight: ReadonlyMap<string, Proposal['patient'] & object>;
    named: string | null;
    facts: PatientFacts;
    sent: SentFacts;
    files: readonly PlacedFile[];
  },
): Promise<Proposals['known']> {
  const charts = [...new Set(known.map(({ patientId }) => patientId))];
  const own = charts.length > 1 && named !== null && charts.includes(named) ? [named] : charts;
  if (own.length === 0) return null;
  if (own.length > 1) return 'several';
  const rows = known.filter(({ patientId }) => patientId === own[0]);
  const patient = inSight.get(own[0]!) ?? null;
  // A user who filed despite differences has seen that content, and may have chosen the wrong chart.
  const isNew = files.some(({ sha256 }) => !rows.some((row) => row.sha256 === sha256));
  const mustReview = isNew && patient !== null && needsReason(checkChart(facts, patient));
  return {
    patient,
    orderId: rows[0]!.orderId,
    addressedPatientId: rows[0]!.addressedPatientId,
    decided: !mustReview && (await wasDecided(tx, ctx, rows, sent)),
  };
}

/** Whether a user filed or moved a document there that came with the same patient data. */
async function wasDecided(
  tx: Tx,
  ctx: Context,
  rows: readonly DocumentRow[],
  sent: SentFacts,
): Promise<boolean> {
  const { orgId } = ctx.actor;
  const { sourceConnectionId, sourceNumber, patientId } = rows[0]!;
  const earlier = await tx
    .select()
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, orgId),
        eq(inboundDocuments.connectionId, sourceConnectionId!),
        eq(inboundDocuments.number, sourceNumber!),
        isNotNull(inboundDocuments.patientId),
      ),
    )
    .limit(50);
  const same = earlier.filter((row) => isSameAsSent(row, sent));
  if (same.some((row) => row.decidedBy !== null && row.patientId === patientId)) return true;
  if (same.length === 0) return false;
  const [moved] = await tx
    .select({ id: documentCorrections.id })
    .from(documentCorrections)
    .where(
      and(
        eq(documentCorrections.orgId, orgId),
        inArray(
          documentCorrections.documentId,
          rows.map(({ id }) => id),
        ),
        eq(documentCorrections.act, 'moved_here'),
      ),
    )
    .limit(1);
  return moved !== undefined;
}
