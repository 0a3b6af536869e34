import { isDeepStrictEqual } from 'node:util';
import { UNCLEAR_NOTE } from './pair-lines';
import type { ObservationRow, ReadLine } from './report';
import { isFinal, isWithdrawn } from './rules';

/** Merges a later message into one line of a report. Pure. */

export const MISSING_NOTE = { text: 'Not in the latest report of the laboratory.', source: 'service' };

const VALUE_FIELDS = [
  'valueType',
  'valueText',
  'valueNumber',
  'comparator',
  'valueCode',
  'unit',
  'ucum',
] as const;

export function mergeLine(before: ObservationRow, { row: sent, keeps }: ReadLine): ObservationRow {
  const after: ObservationRow = {
    ...sent,
    id: before.id,
    panelId: before.panelId,
    position: before.position,
  };
  // Stored before lines had a precision: filling it in is not a correction.
  if (before.observedAtPrecision === null && before.observedAt?.getTime() === after.observedAt?.getTime())
    after.observedAtPrecision = null;
  if (
    isMarkedUnclear(before) &&
    VALUE_FIELDS.every((field) => isDeepStrictEqual(before[field], after[field]))
  )
    after.notes = [...after.notes, UNCLEAR_NOTE];
  if (before.valueAlternateCodes === null) Object.assign(after, codesNotKept(before, after));
  if (isFinal(before.status) && (after.status === 'preliminary' || after.status === 'partial')) return before;
  if (keeps === 'value')
    return isFinal(before.status) || isWithdrawn(before.status)
      ? before
      : { ...before, status: after.status, notes: after.notes.length > 0 ? after.notes : before.notes };
  if (keeps === 'text' && before.valueType === 'text') after.valueText = appended(before, after);
  // The withdrawn value stays readable, struck through.
  if (isWithdrawn(after.status) && after.valueText === null)
    for (const field of VALUE_FIELDS) Object.assign(after, { [field]: before[field] });
  if (isFinal(before.status) && after.status === 'final') {
    const changed = VALUE_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]));
    after.status = changed ? 'corrected' : before.status;
  }
  return after;
}

/** The note stays for as long as the line is sent unchanged. */
const isMarkedUnclear = ({ notes }: ObservationRow): boolean =>
  notes.some((note) => isDeepStrictEqual(note, UNCLEAR_NOTE));

const CODE_FIELDS = ['originalText', 'alternateCode', 'valueOriginalText', 'valueAlternateCodes'] as const;

/** Stored before second codes were kept: filling them in is not a correction while the value is unchanged. */
function codesNotKept(before: ObservationRow, after: ObservationRow): Partial<ObservationRow> {
  const same = VALUE_FIELDS.every((field) => isDeepStrictEqual(before[field], after[field]));
  return same ? Object.fromEntries(CODE_FIELDS.map((field) => [field, before[field]])) : {};
}

/** Some laboratories resend the whole text, others only the addition. Repeated text is not duplicated. */
function appended({ valueText: before }: ObservationRow, { valueText: sent }: ObservationRow): string | null {
  if (before === null || sent === null || sent.startsWith(before)) return sent;
  return before.endsWith(`\n${sent}`) || before === sent ? before : `${before}\n${sent}`;
}

export function markMissing(row: ObservationRow): ObservationRow {
  const marked = row.notes.some((note) => isDeepStrictEqual(note, MISSING_NOTE));
  return marked || isWithdrawn(row.status) ? row : { ...row, notes: [...row.notes, MISSING_NOTE] };
}

/** A line of a panel that the laboratory canceled as a whole. */
export const cancelled = (row: ObservationRow): ObservationRow =>
  isWithdrawn(row.status) ? row : { ...row, status: 'cancelled' };
