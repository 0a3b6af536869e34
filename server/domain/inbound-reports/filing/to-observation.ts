import type { AlternateCode, ResultNote } from '../../../data-types/lab-result';
import type { ObservationRole } from '../../../data-types/lab-result-codes';
import type { ReportObservation } from '../../lab-results/report';
import type { NormalCode, NormalObservation, NormalPanel } from '../../../hl7v2/normal-message';
import { codeOf, loincOf, nameOf, systemOf, ucumOf, type ConnectionMappings } from './connection-mappings';
import { fileNotes, NOT_ASKED, unreadTimeNotes } from './service-notes';
import { moreExact } from './time-precision';

/** Converts one OBX to a line of a report. The text is unchanged. */
export function toObservation(
  line: NormalObservation,
  panel: Pick<NormalPanel, 'collected_at'>,
  mappings: ConnectionMappings,
  role: ObservationRole = 'result',
): ReportObservation {
  const { test, value } = line;
  const at = moreExact(line.observed_at, panel.collected_at);
  return {
    code: codeOf(test),
    code_system: systemOf(test),
    loinc: loincOf(test, mappings),
    name: nameOf(test),
    original_text: test.original,
    alternate_code: alternateOf(test),
    role,
    sub_id: line.sub_id,
    value_type: value.type,
    value_text: textOf(line),
    value_number: value.number,
    comparator: value.comparator,
    value_code: value.code,
    value_original_text: value.original_text,
    value_alternate_codes: value.alternate_codes,
    unit: line.unit,
    ucum: ucumOf(line, mappings),
    reference_range: line.reference_range,
    flags: line.flags,
    status: line.status ?? (role === 'not_asked' ? 'preliminary' : 'final'),
    observed_at: at?.at ?? null,
    observed_at_precision: at?.precision ?? null,
    timed: line.observed_at !== null,
    method: line.method,
    device: line.device,
    performing_lab: line.performing_lab,
    notes: [...line.notes, ...serviceNotes(line, role)],
    keeps: keepsOf(line),
  };
}

/** Status N or O without a value, file or note carries no content. */
export const hasContent = ({ value, notes }: NormalObservation): boolean =>
  value.type !== 'none' || notes.length > 0;

export const isNotAsked = ({ status_code: code }: NormalObservation): boolean => code === 'N';

function serviceNotes(line: NormalObservation, role: ObservationRole): ResultNote[] {
  return [
    ...(role === 'not_asked' && line.value.type !== 'none' ? [NOT_ASKED] : []),
    ...uniqueNotes(line.attachments.flatMap(fileNotes)),
    ...unreadTimeNotes(line.unread_times),
  ];
}

const uniqueNotes = (notes: readonly ResultNote[]): ResultNote[] => [
  ...new Map(notes.map((note) => [note.text, note])).values(),
];

/** Null if it is the only code, which is then the main one. */
const alternateOf = ({ code, text, alternate }: NormalCode): AlternateCode | null =>
  alternate && (code !== null || text !== null)
    ? { system: alternate.system, code: alternate.code, display: alternate.text }
    : null;

/** A file has no text. A pointer is shown but never fetched. */
function textOf({ value, attachments }: NormalObservation): string | null {
  if (value.type !== 'attachment') return value.text;
  const pointers = attachments.flatMap((sent) => (sent.kind === 'pointer' ? [sent.reference] : []));
  return pointers.length > 0 ? pointers.join('\n') : null;
}

/** U: final without repeating the value. B: text appended to the value sent before. */
function keepsOf({ status_code: code, value }: NormalObservation): ReportObservation['keeps'] {
  if (code === 'U' && value.type === 'none' && !value.deleted) return 'value';
  return code === 'B' && value.type === 'text' ? 'text' : undefined;
}
