import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { documentCorrections, inboundDocuments, patientIdentifiers, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { NormalDocument } from '../../hl7v2/read-mdm';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { DocumentRow } from '../documents/access';
import { decide, type Decision, type Proposal, type Proposals } from '../inbound-reports/filing/decide';
import type { PatientFacts } from '../inbound-reports/filing/patient-facts';
import { ordersByNumber, patientsByMrn, patientsInSight } from '../inbound-reports/filing/proposals';
import type { SentFacts } from './sent-facts';

/** Decides whose document it is, by the rules for reports: numbers propose a patient, and the person is compared. */
export interface DocumentMatch {
  decision: Decision;
  facts: PatientFacts;
}

export async function matchDocument(
  tx: Tx,
  ctx: Context,
  {
    document,
    facts,
    sent,
    known,
    connectionId,
  }: {
    document: NormalDocument;
    facts: PatientFacts;
    sent: SentFacts;
    /** Documents that the message refers to. */
    known: readonly DocumentRow[];
    connectionId: string;
  },
): Promise<DocumentMatch> {
  const orders = await ordersByNumber(tx, ctx, document.placer_number);
  const byMrn = await patientsByMrn(tx, ctx, facts.mrns);
  const linked = byMrn.length > 0 ? null : await linkedPatient(tx, ctx, document, facts, connectionId);
  const compared = linked ? { ...facts, mrns: [linked.mrn] } : facts;
  const inSight = await patientsInSight(tx, ctx, [
    ...orders.rows.map(({ patientId }) => patientId),
    ...known.map(({ patientId }) => patientId),
  ]);
  const proposals: Proposals = {
    known: await proposeKnown(tx, ctx, known, inSight, byMrn[0]?.id ?? linked?.id ?? null, sent),
    orders: orders.rows.map(({ orderId, patientId }) => ({
      orderId,
      patient: inSight.get(patientId) ?? null,
    })),
    withoutZeros: orders.withoutZeros,
    samples: [],
    byMrn: linked ? [linked] : byMrn,
  };
  return { decision: decide(compared, proposals), facts: compared };
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
  const same = earlier.filter(
    (row) =>
      row.family === sent.family &&
      row.given === sent.given &&
      row.birthDate === sent.birthDate &&
      row.sex === sent.sex &&
      row.mrn === sent.mrn,
  );
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

/** The only record to which a user linked the MRN of the message. */
async function linkedPatient(
  tx: Tx,
  ctx: Context,
  { patient }: NormalDocument,
  { mrns }: PatientFacts,
  connectionId: string,
): Promise<typeof patients.$inferSelect | null> {
  if (mrns.length === 0) return null;
  const { orgId } = ctx.actor;
  const systems = [...patient.identifiers, ...patient.other_identifiers]
    .filter(({ number, authority }) => authority !== null && mrns.includes(number.trim()))
    .map(({ authority }) => authority!);
  const rows = await tx
    .selectDistinct({ id: patientIdentifiers.patientId })
    .from(patientIdentifiers)
    .where(
      and(
        eq(patientIdentifiers.orgId, orgId),
        eq(patientIdentifiers.type, 'mrn'),
        inArray(patientIdentifiers.value, mrns),
        inArray(patientIdentifiers.system, [...systems, showId('lab_connection', connectionId)]),
      ),
    )
    .limit(2);
  if (rows.length !== 1) return null;
  const [found] = await tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, orgId), eq(patients.id, rows[0]!.id), isNull(patients.deletedAt)));
  return found ?? null;
}
