import type { Tx } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import {
  documentsOfReport,
  fileReportDocument,
  type PlacedFile,
  type ReportFile,
} from '../../documents/report-documents';
import { acceptByResult } from '../../lab-orders/accept-by-result';
import { readId, showId } from '../../../shared/ids';
import type { Applied } from '../../lab-results/apply-report';
import { applyReport } from '../../lab-results/file-lab-result';
import { advanceOrder, requireOrder } from '../../lab-results/order-progress';
import type { NormalObservation, NormalReport } from '../../../hl7v2/normal-message';
import { nameOf } from './connection-mappings';
import { reportIdUnder } from './report-under';
import { writtenDate } from './time-precision';
import { toReport, type ReportSource } from './to-report';

/** Files a report and its attached files. The caller holds the transaction and the locks of the report's keys. */

export interface Place {
  /** `uuid`s */
  patientId: string;
  /** The merged record that the report was sent for, if it is not the patient. */
  addressedPatientId: string | null;
  orderId: string | null;
  /** `report_key` */
  key: string;
  /** Ordering provider from OBR-16, if mapped (`uuid`). */
  providerId: string | null;
  /** A user confirmed that it is the newest version. */
  newest?: boolean;
}

/** Files in observation lines, named after their test. */
export function filesOf(report: NormalReport): ReportFile[] {
  const lines = [
    ...report.panels.flatMap(({ observations, order_details: details }) => [...observations, ...details]),
    ...report.patient_observations,
  ];
  return lines.flatMap((line) =>
    line.attachments.flatMap((sent) =>
      sent.kind === 'file'
        ? [
            {
              place: sent.place,
              bytes: sent.bytes,
              title: nameOf(line.test),
              declaredType: sent.stated_type,
            },
          ]
        : [],
    ),
  );
}

/** Marks files of types that are not accepted, for the notes on their lines. */
function withTaken(report: NormalReport, placed: readonly PlacedFile[]): NormalReport {
  const taken = new Set(placed.map(({ place }) => place));
  const presented = (line: NormalObservation): NormalObservation =>
    line.attachments.length === 0
      ? line
      : {
          ...line,
          attachments: line.attachments.map((sent) =>
            sent.kind !== 'file' || taken.has(sent.place)
              ? sent
              : {
                  kind: 'not_accepted',
                  place: sent.place,
                  media_type: sent.media_type ?? sent.stated_type,
                  text: sent.text,
                },
          ),
        };
  return {
    ...report,
    panels: report.panels.map((panel) => ({
      ...panel,
      observations: panel.observations.map(presented),
      order_details: panel.order_details.map(presented),
    })),
    patient_observations: report.patient_observations.map(presented),
  };
}

/** A laboratory also reports the tests of an order that it does not perform. */
const isPerformed = ({ panels }: NormalReport): boolean =>
  panels.some(({ status }) => status !== 'cancelled');

/** @returns null if the laboratory is still working on the report and has sent no values */
export async function applyInbound(
  tx: Tx,
  ctx: Context,
  source: ReportSource,
  report: NormalReport,
  { patientId, addressedPatientId, orderId, key, providerId, newest = false }: Place,
  placed: readonly PlacedFile[],
): Promise<Applied | null> {
  // Every path from a message to a chart passes here, automatic or manual.
  if (source.isTest) throw new Error('A report of a test message cannot be filed.');
  const unmatched = toReport(withTaken(report, placed), source);
  const patient = showId('patient', addressedPatientId ?? patientId);
  const known = await reportIdUnder(tx, ctx, source.lab.id, key);
  if (unmatched.panels.length === 0 && !known) {
    if (orderId) {
      const order = await requireOrder(tx, ctx, showId('lab_order', orderId), patientId);
      await advanceOrder(tx, ctx, order, null, unmatched.waiting ?? []);
      if (isPerformed(report)) await acceptByResult(tx, ctx, orderId, report.filler_number);
    }
    return null;
  }
  const filed = known
    ? await documentsOfReport(
        tx,
        ctx,
        known,
        placed.map(({ sha256 }) => sha256),
      )
    : new Map<string, string>();
  const files = new Map(placed.map((file) => [file.sha256, file]));
  const documentIds = [...files.values()].map(({ sha256, id }) => filed.get(sha256) ?? id);
  const applied = await applyReport(tx, ctx, {
    ...unmatched,
    report_key: key,
    when_unclear: newest ? 'newest' : 'conflict',
    provider_id: providerId,
    patient_id: patient,
    order_id: orderId ? showId('lab_order', orderId) : null,
    ...(documentIds.length > 0 ? { document_ids: documentIds.map((id) => showId('document', id)) } : {}),
  });
  if (applied.row.orderId && applied.outcome !== 'unclear' && isPerformed(report))
    await acceptByResult(tx, ctx, applied.row.orderId, report.filler_number);
  const named = new Set(applied.row.documentIds.map((shown) => readId('document', shown)));
  for (const file of files.values()) {
    if (filed.has(file.sha256) || !named.has(file.id)) continue;
    await fileReportDocument(tx, ctx, file, {
      patientId: applied.row.patientId,
      addressedPatientId: applied.row.addressedPatientId,
      resultId: applied.row.id,
      orderId: applied.row.orderId,
      documentDate: writtenDate(report.reported_at ?? report.collected_at),
      author: source.lab.name,
    });
  }
  return applied;
}
