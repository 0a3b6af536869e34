import type { Tx } from '../../db/transaction';
import { perform } from '../../domain/act';
import { namesOfPeople } from '../../domain/actor-names';
import type { Context } from '../../domain/context';
import type { GetUnmatchedReportInput, UnmatchedReportDetail } from '../../domain/inbound-reports/contract';
import type { NormalReport } from '../hl7v2/normal-form';
import type { Why } from '../process/decide';
import { nameOf, NO_MAPS } from '../process/maps';
import { patientFacts } from '../process/patient-facts';
import { readInbound, type InboundMessage } from '../process/read-inbound';
import { namesOf } from '../process/to-panel';
import { toReport } from '../process/to-report';
import { comparePatients, findCandidates } from './candidates';
import { findReport, presentHeld, type HeldReport } from './held-reports';

/**
 * What was sent, beside whom it could be about, and beside patients whom somebody has looked up. All of them count as
 * listed. @throws DomainError `not_found`
 */
export function getUnmatchedReport(
  ctx: Context,
  input: GetUnmatchedReportInput,
): Promise<UnmatchedReportDetail> {
  return perform(
    ctx,
    { action: 'get_unmatched_report', kind: 'read', scope: 'labs:read', role: 'clinician', peopleOnly: true },
    async (tx) => {
      const found = await findReport(tx, ctx, input.id);
      const message = await readInbound(tx, ctx, found.row.messageId);
      const report = message.normal.reports[found.row.position]!;
      const facts = patientFacts(report.patient, message.connection.mrnAuthority);
      const named = (found.row.why as Partial<Why>).candidate ?? null;
      const sent = {
        patient: report.patient,
        facts,
        tests: report.panels.map((panel) => namesOf(panel, NO_MAPS)),
      };
      const { shown, patientIds } = await findCandidates(tx, ctx, sent, named);
      const others = await comparePatients(tx, ctx, sent, input.with);
      return {
        output: {
          ...presentHeld(found),
          decided: await decisionOf(tx, ctx, found.row),
          sent: presentSent(report, message),
          candidates: shown,
          others: others.shown,
        },
        audit: {
          objectKind: 'inbound_report' as const,
          objectId: found.row.id,
          patientIds: [...new Set([...patientIds, ...others.patientIds])],
          detail: { candidates: patientIds.length, looked_up: others.patientIds.length },
        },
      };
    },
  );
}

async function decisionOf(
  tx: Tx,
  ctx: Context,
  { decidedAt, decidedBy }: HeldReport['row'],
): Promise<UnmatchedReportDetail['decided']> {
  if (!decidedAt || !decidedBy) return null;
  const names = await namesOfPeople(tx, ctx, [decidedBy]);
  return { at: decidedAt.toISOString(), by_name: names.get(decidedBy) ?? null };
}

function presentSent(report: NormalReport, { source }: InboundMessage): UnmatchedReportDetail['sent'] {
  const { patient } = report;
  const read = toReport(report, source);
  return {
    names: patient.names.map(({ prefix, given, middle, family, suffix }) =>
      [prefix, given, middle, family, suffix].filter(Boolean).join(' '),
    ),
    birth_date_unread: patient.birth_date_unread ?? null,
    identifiers: [...patient.identifiers, ...patient.other_identifiers],
    addresses: patient.addresses.map((address) => Object.values(address).filter(Boolean).join(', ')),
    contacts: patient.contacts,
    placer_number: report.placer_number,
    filler_number: report.filler_number,
    accession_number: report.accession_number,
    collected_at: read.collected_at,
    collected_at_precision: read.collected_at_precision,
    reported_at: read.reported_at ?? null,
    reported_at_precision: read.reported_at_precision ?? null,
    panels: [
      ...read.panels.map((panel) => ({
        name: panel.name,
        status: panel.status ?? 'final',
        lines: panel.observations.map((line) => ({
          name: line.name,
          value_text: line.value_text,
          unit: line.unit ?? null,
          flags: line.flags ?? [],
        })),
      })),
      ...report.panels
        .filter(({ observations, status }) => observations.length === 0 && status === 'in_progress')
        .map(({ test }) => ({ name: nameOf(test), status: 'in_progress', lines: [] })),
    ],
  };
}
