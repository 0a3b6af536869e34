import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { documentCorrections, inboundDocuments } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { NormalDocument } from '../../hl7v2/read-mdm';
import type { Context } from '../../shared/context';
import type { DocumentRow } from '../documents/access';
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
  }: {
    document: NormalDocument;
    facts: PatientFacts;
    sent: SentFacts;
    /** Documents that the message refers to. */
    known: readonly DocumentRow[];
  },
): Promise<Decision> {
  const orders = await ordersByNumber(tx, ctx, document.placer_number);
  const byMrn = await patientsByMrn(tx, ctx, facts.mrns, linkedMrns(document, facts.mrns));
  const inSight = await patientsInSight(tx, ctx, [
    ...orders.rows.map(({ patientId }) => patientId),
    ...known.map(({ patientId }) => patientId),
  ]);
  const proposals: Proposals = {
    known: await proposeKnown(tx, ctx, known, inSight, byMrn[0]?.id ?? null, sent),
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
  known: readonly DocumentRow[],
  inSight: ReadonlyMap<string, Proposal['patient'] & object>,
  named: string | null,
  sent: SentFacts,
): Promise<Proposals['known']> {
  const charts = [...new Set(known.map(({ patientId }) => patientId))];
  const own = charts.length > 1 && named !== null && charts.includes(named) ? [named] : charts;
  if (own.length === 0) return null;
  if (own.length > 1) return 'several';
  const rows = known.filter(({ patientId }) => patientId === own[0]);
  return {
    patient: inSight.get(own[0]!) ?? null,
    orderId: rows[0]!.orderId,
    addressedPatientId: rows[0]!.addressedPatientId,
    decided: await wasDecided(tx, ctx, rows, sent),
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
