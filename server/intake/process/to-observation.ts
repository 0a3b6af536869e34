import type { ResultNote } from '../../domain/lab-results/contract';
import type { ReportObservation } from '../../domain/lab-results/report';
import type { NormalObservation, NormalPanel } from '../hl7v2/normal-form';
import { codeOf, loincOf, nameOf, systemOf, ucumOf, type ConnectionMaps } from './maps';
import { moreExact } from './times';

export const UNREADABLE_FILE: ResultNote = {
  text: 'The laboratory sent a file here that could not be read. It is kept with the message.',
  source: 'service',
};

/** One OBX as a line of a report. The text stays as it was sent. */
export function toObservation(
  line: NormalObservation,
  panel: NormalPanel,
  maps: ConnectionMaps,
): ReportObservation {
  const { test, value } = line;
  const at = moreExact(line.observed_at, panel.collected_at);
  return {
    code: codeOf(test),
    code_system: systemOf(test),
    loinc: loincOf(test, maps),
    name: nameOf(test),
    sub_id: line.sub_id,
    value_type: value.type,
    value_text: textOf(line),
    value_number: value.number,
    comparator: value.comparator,
    value_code: value.code,
    unit: line.unit,
    ucum: ucumOf(line, maps),
    reference_range: line.reference_range,
    flags: line.flags,
    // N and O are no results and were sorted out before.
    status: line.status ?? 'preliminary',
    observed_at: at?.at ?? null,
    observed_at_precision: at?.precision ?? null,
    method: line.method,
    device: line.device,
    performing_lab: line.performing_lab,
    notes: isUnreadableFile(line) ? [...line.notes, UNREADABLE_FILE] : line.notes,
    keeps: keepsOf(line),
  };
}

/** A file has no text; a pointer is shown and never fetched. */
function textOf({ value, attachments }: NormalObservation): string | null {
  if (value.type !== 'attachment') return value.text;
  const pointers = attachments.flatMap((sent) => (sent.kind === 'pointer' ? [sent.reference] : []));
  return pointers.length > 0 ? pointers.join('\n') : null;
}

const isUnreadableFile = ({ value, attachments }: NormalObservation): boolean =>
  value.type === 'attachment' &&
  !attachments.some((sent) => sent.kind === 'pointer' || sent.media_type !== null);

/** U: final, and what was sent before is not sent again. B: more text for what was sent before. */
function keepsOf({ status_code: code, value }: NormalObservation): ReportObservation['keeps'] {
  if (code === 'U' && value.type === 'none' && !value.deleted) return 'value';
  return code === 'B' && value.type === 'text' ? 'text' : undefined;
}
