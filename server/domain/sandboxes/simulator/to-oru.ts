import type { ReferenceRange } from '../../../data-types/lab-result';
import type { LabReport, ReportObservation, ReportPanel } from '../../lab-results/report';
import type { ObservationStatus, ResultStatus } from '../../../data-types/lab-result-codes';
import type { HumanName } from '../../../data-types/patient';
import { newId } from '../../../shared/ids';

/** Formats a simulated report as ORU^R01 (2.5.1), so that it passes through the regular intake. */

export interface Simulated {
  report: LabReport;
  orderNumber: string;
  patient: { mrn: string; name: HumanName; birthDate: string; sex: string };
  controlId: string;
  /** MSH-11: T is accepted only on sandbox connections. */
  processingId: 'P' | 'T';
  now: Date;
}

/** MSH-3 of the simulator, and the assigning authority of its MRNs. */
export const SIMULATOR = 'SIMULATOR';
export const MRN_AUTHORITY = 'CDS';

const LINE: Record<ObservationStatus, string> = {
  preliminary: 'P',
  partial: 'S',
  final: 'F',
  corrected: 'C',
  cancelled: 'X',
  deleted: 'D',
  wrong: 'W',
};
const PANEL: Record<ResultStatus, string> = {
  preliminary: 'P',
  partial: 'A',
  final: 'F',
  corrected: 'C',
  cancelled: 'X',
  entered_in_error: 'F',
};
const SEX: Record<string, string> = { female: 'F', male: 'M', other: 'O' };
const DIGITS = { second: 14, minute: 12, hour: 10, day: 8, month: 6, year: 4 };

export function toOru(simulated: Simulated): Buffer {
  const { report, patient, controlId, processingId, now } = simulated;
  const { family, given } = patient.name;
  const segments = [
    `MSH|^~\\&|${SIMULATOR}|${SIMULATOR}|||${timeOf(now.toISOString())}||ORU^R01^ORU_R01|${controlId}|${processingId}|2.5.1||||||UNICODE UTF-8`,
    fields('PID', {
      1: '1',
      3: `${text(patient.mrn)}^^^${MRN_AUTHORITY}^MR`,
      5: [family, ...given.slice(0, 2)].map(text).join('^'),
      7: patient.birthDate.replaceAll('-', ''),
      8: SEX[patient.sex] ?? 'U',
    }),
    ...(report.notes ?? []).map((note) => `NTE|1|${text(note.source ?? '')}|${text(note.text)}`),
    ...report.panels.flatMap((panel, at) => panelOf(panel, at + 1, simulated)),
  ];
  return Buffer.from(segments.map((segment) => `${segment}\r`).join(''), 'utf8');
}

function panelOf(panel: ReportPanel, setId: number, { report, orderNumber }: Simulated): string[] {
  const { collected_at, collected_at_precision, reported_at } = report;
  return [
    fields('OBR', {
      1: String(setId),
      2: text(orderNumber),
      3: text(report.filler_order_number ?? ''),
      4: coded(panel),
      7: collected_at ? timeOf(collected_at, DIGITS[collected_at_precision ?? 'second']) : '',
      22: reported_at ? timeOf(reported_at) : '',
      25: PANEL[panel.status ?? panelStatus(panel)],
    }),
    ...panel.observations.map((line, at) => lineOf(line, at + 1)),
  ];
}

const panelStatus = ({ observations }: ReportPanel): ResultStatus =>
  observations.some(({ status }) => status === 'corrected') ? 'corrected' : 'final';

function lineOf(line: ReportObservation, setId: number): string {
  return fields('OBX', {
    1: String(setId),
    2: line.value_type === 'quantity' ? 'NM' : 'TX',
    3: coded(line),
    4: text(line.sub_id ?? ''),
    5: text(line.value_text ?? ''),
    6: text(line.unit ?? ''),
    7: rangeOf(line.reference_range ?? null),
    8: (line.flags ?? []).map(text).join('~'),
    11: LINE[line.status],
  });
}

/** Text and bounds as separate components (CE-like), so that a range in words keeps its numbers. */
function rangeOf(range: ReferenceRange | null): string {
  if (!range) return '';
  const { low, high } = range;
  if (low === null && high === null) return text(range.text ?? '');
  return [range.text ?? `${low ?? ''} - ${high ?? ''}`, low ?? '', high ?? '']
    .map(String)
    .map(text)
    .join('^');
}

const coded = ({ code, loinc, name }: Pick<ReportPanel, 'code' | 'loinc' | 'name'>): string =>
  [code, name, 'L', ...(loinc ? [loinc, name, 'LN'] : [])].map(text).join('^');

/** Fields by number; 0 is the segment name. */
export function fields(name: string, given: Record<number, string>): string {
  const last = Math.max(...Object.keys(given).map(Number));
  return [name, ...Array.from({ length: last }, (_, at) => given[at + 1] ?? '')]
    .join('|')
    .replace(/\|+$/, '');
}

/** UTC, to the millisecond or the known precision. */
export function timeOf(iso: string, digits?: number): string {
  const all = iso.replace(/\D/g, '');
  if (digits !== undefined && digits < 14) return all.slice(0, digits) + (digits > 8 ? '+0000' : '');
  return `${all.slice(0, 14)}.${all.slice(14, 17)}+0000`;
}

const ESCAPES: Record<string, string> = {
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
  '\\': '\\E\\',
  '\n': '\\.br\\',
};
export const text = (value: string): string => value.replace(/[|^&~\\\n]/g, (mark) => ESCAPES[mark]!);

/** MSH-10 has at most 20 characters. */
export const newControlId = (): string => newId().replaceAll('-', '').slice(-20);
