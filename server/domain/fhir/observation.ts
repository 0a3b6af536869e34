import type { LabResult, Observation } from '../lab-results/contract';
import type { PanelHead } from '../../data-types/lab-result';
import { INTERPRETATION_WORDS } from '../lab-results/rules';
import { correctionsOf } from './corrections';
import { effective, REPORT_STATUSES } from './diagnostic-report';
import { Decimal, decimalOf } from './json';
import {
  codeOf,
  HL7,
  notes,
  own,
  ownIdentifier,
  resource,
  UCUM,
  uri,
  uuidOf,
  type Links,
  type Resource,
} from './resource';

/** What the lines and panels of a report have in common. */
export type ReportHead = Pick<
  LabResult,
  | 'id'
  | 'version'
  | 'patient_id'
  | 'lab'
  | 'issued_at'
  | 'updated_at'
  | 'collected_at'
  | 'collected_at_precision'
  | 'corrections'
>;

export const LINE_STATUSES: Record<Observation['status'], string> = {
  preliminary: 'preliminary',
  partial: 'preliminary',
  final: 'final',
  corrected: 'corrected',
  cancelled: 'cancelled',
  deleted: 'entered-in-error',
  wrong: 'entered-in-error',
};

export const PANEL_STATUSES: Record<LabResult['status'], string> = {
  ...REPORT_STATUSES,
  partial: 'preliminary',
};

const LABORATORY = [
  {
    coding: [{ system: `${HL7}/observation-category`, code: 'laboratory', display: 'Laboratory' }],
    text: 'Laboratory',
  },
];

const common = (report: ReportHead, links: Links) => ({
  meta: { versionId: String(report.version), lastUpdated: report.updated_at },
  category: LABORATORY,
  subject: links.to('Patient', uuidOf('patient', report.patient_id)),
  issued: report.issued_at,
});

/** @param lines IDs (`obs_…`) */
export const panelResource = (
  report: ReportHead,
  panel: PanelHead,
  lines: readonly string[],
  links: Links,
): Resource =>
  resource('Observation', links.panelId(report.id, panel.id), {
    ...common(report, links),
    status: PANEL_STATUSES[panel.status],
    code: codeOf(panel.name, panel.loinc, [{ code: panel.code, system: null, display: panel.name }]),
    ...effective(report.collected_at, report.collected_at_precision),
    performer: [{ display: report.lab.name }],
    // Without lines it has no value either.
    dataAbsentReason:
      lines.length > 0 ? null : absentReason(panel.status === 'cancelled' ? 'not-performed' : 'unknown'),
    note: notes(panel.notes),
    hasMember: lines.map((id) => links.to('Observation', uuidOf('observation', id))),
  });

export function lineResource(report: ReportHead, line: Observation, links: Links): Resource {
  // Reported for the wrong patient: the value is someone else's.
  const isWrong = line.status === 'wrong';
  return resource('Observation', uuidOf('observation', line.id), {
    ...common(report, links),
    extension: isWrong ? null : [asReceived(line), ...(correctionsOf(report, line.id) ?? [])],
    identifier: [ownIdentifier('labs/observations', line.id)],
    status: LINE_STATUSES[line.status],
    code: codeOf(line.name, line.loinc, [
      { code: line.code, system: line.code_system, display: line.original_text ?? line.name },
      ...(line.alternate_code ? [line.alternate_code] : []),
    ]),
    ...effective(line.observed_at, line.observed_at_precision),
    performer: [{ display: line.performing_lab ?? report.lab.name }],
    ...(isWrong ? { dataAbsentReason: absentReason('masked') } : valueOf(line)),
    interpretation: isWrong ? null : interpretation(line),
    note: isWrong ? null : notes(line.notes),
    method: { text: line.method },
    device: { display: line.device },
    referenceRange: referenceRange(line),
  });
}

const absentReason = (code: string) => ({ coding: [{ system: `${HL7}/data-absent-reason`, code }] });

function quantity(value: number | Decimal | null, unit: string | null, ucum: string | null) {
  const code = ucum !== null && /^\S+$/.test(ucum) ? ucum : null;
  return value === null ? null : { value, unit, ...(code === null ? {} : { system: UCUM, code }) };
}

/** Comparator and digits of a received value. */
const NUMERIC = /^(<=|>=|<|>)?(.*)$/s;

function numberOf({ value_text, value_number, comparator }: Observation): number | Decimal {
  const [, sign, digits = ''] = NUMERIC.exec(value_text ?? '') ?? [];
  return (sign ?? null) === comparator ? decimalOf(digits.trim(), value_number!) : value_number!;
}

const isQuantity = ({ value_type, value_number }: Observation): boolean =>
  value_type === 'quantity' && value_number !== null;

/** The received text, if comparator and digits of the quantity do not spell it. */
function asReceived(line: Observation): object | null {
  if (!isQuantity(line)) return null;
  const value = numberOf(line);
  const spelled = `${line.comparator ?? ''}${value instanceof Decimal ? value.text : value}`;
  return spelled === line.value_text
    ? null
    : { url: own('StructureDefinition/value-as-received'), valueString: line.value_text };
}

function valueOf(line: Observation): Record<string, unknown> {
  const { value_text, comparator, value_code, unit, ucum } = line;
  if (isQuantity(line)) {
    const { value, ...units } = quantity(numberOf(line), unit, ucum)!;
    return { valueQuantity: { value, comparator, ...units } };
  }
  if (line.value_type === 'coded' && value_code !== null)
    return {
      valueCodeableConcept: {
        coding: [value_code, ...line.value_alternate_codes].map(({ system, code, display }) => ({
          system: uri(system),
          code,
          display,
        })),
        text: value_text ?? value_code.display,
      },
    };
  if (value_text !== null && value_text.trim() !== '') return { valueString: value_text };
  return { dataAbsentReason: absentReason(line.status === 'cancelled' ? 'not-performed' : 'unknown') };
}

/** Two bounds as a laboratory writes them. */
const BOUNDS = /^(\S+?)\s*(?:-|–|to)\s*(\S+)$/;

function referenceRange(line: Observation): unknown {
  const range = line.reference_range;
  if (range === null || (range.low === null && range.high === null && !range.text)) return null;
  const [, low = '', high = ''] = BOUNDS.exec(range.text ?? '') ?? [];
  const [, , one = ''] = NUMERIC.exec(range.text ?? '') ?? [];
  const bound = (value: number | null, text: string) =>
    value === null ? null : quantity(decimalOf((text || one).trim(), value), line.unit, line.ucum);
  return [
    {
      low: bound(range.low, low),
      high: bound(range.high, high),
      text: range.text,
      appliesTo: [{ text: range.applies_to }],
    },
  ];
}

const interpretation = ({ interpretation: code }: Observation): unknown =>
  code === null
    ? null
    : [
        Object.hasOwn(INTERPRETATION_WORDS, code)
          ? {
              coding: [{ system: `${HL7}/v3-ObservationInterpretation`, code }],
              text: INTERPRETATION_WORDS[code],
            }
          : { text: code },
      ];
