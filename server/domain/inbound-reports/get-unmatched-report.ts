import type { Tx } from '../../db/transaction';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { assertChartsOpen } from '../../shared/restricted-charts';
import { showId, showIdOrNull } from '../../shared/ids';
import { DECIDE } from './access';
import type { GetUnmatchedReportInput, UnmatchedReportDetail } from './contract';
import type { NormalReport } from '../../hl7v2/normal-message';
import { readMeaning, type ReportObservation } from '../lab-results/report';
import { createdFrom, mrnToLink } from './filing/created-patient';
import type { Why } from './filing/decide';
import { nameOf, NO_MAPPINGS } from './filing/connection-mappings';
import { patientFacts, type PatientFacts } from './filing/patient-facts';
import { lookUp, patientsInSight } from './filing/proposals';
import { reportFacts } from './filing/report-facts';
import { readInbound, type InboundMessage } from './filing/read-inbound';
import { isWaiting, namesOf } from './filing/to-panel';
import { toReport } from './filing/to-report';
import { openBySize } from './worker-threads/run-by-size';
import { comparePatients, findCandidates, type Compared } from './candidates';
import { filedVersion } from './filed-version';
import { findReport, isFiled, presentUnmatched, type UnmatchedReportRow } from './unmatched-reports';
import { pageOfLines } from './page-of-lines';
import { addressTexts, sentAddress } from './sent-address';
import { nameAsSent } from '../patients/present';

/**
 * An unmatched report with candidates and the patients a user looked up. All of them count as accessed.
 * @throws DomainError `not_found`
 */
export async function getUnmatchedReport(
  ctx: Context,
  input: GetUnmatchedReportInput,
): Promise<UnmatchedReportDetail> {
  assertAllowed(ctx, OPEN);
  return openBySize(ctx, input, () => openUnmatchedReport(ctx, input));
}

const OPEN: Operation<UnmatchedReportDetail> = {
  action: 'get_unmatched_report',
  kind: 'read',
  ...DECIDE,
  restrictedCharts: 'initials',
};

/** The same, in this thread. */
export function openUnmatchedReport(
  ctx: Context,
  input: GetUnmatchedReportInput,
): Promise<UnmatchedReportDetail> {
  return perform(ctx, OPEN, async (tx) => {
    const found = await findReport(tx, ctx, input.id);
    const message = await readInbound(tx, ctx, found.row.messageId);
    const report = message.normal.reports[found.row.position]!;
    const facts = patientFacts(report.patient, message.connection.mrnAuthority);
    const named = (found.row.why as Partial<Why>).candidate ?? null;
    const sent = {
      patient: report.patient,
      facts,
      tests: report.panels.map((panel) => namesOf(panel, NO_MAPPINGS)),
      created: await createdFrom(tx, ctx, found.row.why, { patient: report.patient, facts }),
    };
    const isDecided = found.row.state === 'rejected' || isFiled(found.row);
    const { shown, patientIds, restricted } = isDecided ? NO_ONE : await findCandidates(tx, ctx, sent, named);
    const [linked] = isDecided ? [] : await mrnToLink(tx, ctx, sent);
    const others = isDecided ? NO_ONE : await comparePatients(tx, ctx, sent, input.with);
    const filed = await filedVersion(
      tx,
      ctx,
      found.row.resultId ?? (await sameNumber(tx, ctx, message, report, facts)),
      input.page ?? 1,
    );
    const [summary] = await presentUnmatched(tx, ctx, [found]);
    const filedTo = isFiled(found.row) ? await chartOf(tx, ctx, found.row) : null;
    const charts = [filed, filedTo].flatMap((chart) => chart?.patientId ?? []);
    // The report is that of the patient whom its number names; other possible matches are other people until one is chosen.
    await assertChartsOpen(tx, ctx, isDecided || named === null ? charts : [named, ...charts]);
    return {
      output: {
        ...summary!,
        decided: await decisionOf(tx, ctx, found.row),
        sent: presentSent(report, message, input.page ?? 1),
        filed_version: filed?.shown ?? null,
        filed_to: filedTo?.shown ?? null,
        mrn_if_created: linked?.value ?? null,
        candidates: shown,
        others: others.shown,
        restricted: [...new Set([...restricted, ...others.restricted])],
      },
      audit: {
        objectKind: 'inbound_report' as const,
        objectId: found.row.id,
        patientIds: [...new Set([...patientIds, ...others.patientIds, ...charts])],
        detail: { candidates: patientIds.length, looked_up: others.patientIds.length },
      },
    };
  });
}

const NO_ONE: Compared = { shown: [], restricted: [], patientIds: [] };

async function chartOf(
  tx: Tx,
  ctx: Context,
  { patientId, resultId }: UnmatchedReportRow['row'],
): Promise<{ shown: UnmatchedReportDetail['filed_to']; patientId: string } | null> {
  const patient = patientId && (await patientsInSight(tx, ctx, [patientId])).get(patientId);
  return patient
    ? {
        patientId: patient.id,
        shown: {
          patient: {
            id: showId('patient', patient.id),
            family: patient.name.family,
            given: patient.name.given.join(' '),
          },
          result_id: showIdOrNull('lab_result', resultId),
        },
      }
    : null;
}

/** `uuid` of the report filed under the same number. */
async function sameNumber(
  tx: Tx,
  ctx: Context,
  message: InboundMessage,
  report: NormalReport,
  facts: PatientFacts,
): Promise<string | null> {
  const row = reportFacts(report, facts, message.source.sentAt);
  const { timeZone } = message.connection;
  const looked = await lookUp(tx, ctx, message.source.lab.id, {
    report,
    facts,
    row,
    timeZone,
    filedAs: null,
  });
  return looked.knownId;
}

async function decisionOf(
  tx: Tx,
  ctx: Context,
  { decidedAt, decidedBy }: UnmatchedReportRow['row'],
): Promise<UnmatchedReportDetail['decided']> {
  if (!decidedAt || !decidedBy) return null;
  const names = await namesOfPeople(tx, ctx, [decidedBy]);
  return { at: decidedAt.toISOString(), by_name: names.get(decidedBy) ?? null };
}

function presentLine(
  line: ReportObservation,
): UnmatchedReportDetail['sent']['panels'][number]['lines'][number] {
  const { range, meaning } = readMeaning(line);
  return {
    name: line.name,
    value_type: line.value_type,
    value_text: line.value_text,
    unit: line.unit ?? null,
    reference_range: range,
    interpretation: meaning.interpretation,
    interpretation_source: meaning.source,
    severity: meaning.severity,
    status: line.status,
    notes: line.notes ?? [],
  };
}

function presentSent(
  report: NormalReport,
  { source }: InboundMessage,
  page: number,
): UnmatchedReportDetail['sent'] {
  const { patient } = report;
  const read = toReport(report, source);
  const panels = [
    ...read.panels.map((panel) => ({
      name: panel.name,
      status: panel.status ?? 'final',
      notes: panel.notes ?? [],
      lines: panel.observations.map(presentLine),
    })),
    ...report.panels
      .filter(isWaiting)
      .map(({ test, notes }) => ({ name: nameOf(test), status: 'in_progress', notes, lines: [] })),
  ];
  return {
    names: patient.names.map(nameAsSent),
    birth_date_unread: patient.birth_date_unread ?? null,
    identifiers: [...patient.identifiers, ...patient.other_identifiers],
    addresses: addressTexts(patient),
    address: sentAddress(patient),
    contacts: patient.contacts,
    placer_number: report.placer_number,
    filler_number: report.filler_number,
    accession_number: report.accession_number,
    collected_at: read.collected_at,
    collected_at_precision: read.collected_at_precision,
    reported_at: read.reported_at ?? null,
    reported_at_precision: read.reported_at_precision ?? null,
    notes: read.notes ?? [],
    ...pageOfLines(panels, page),
  };
}
