import { isDeepStrictEqual } from 'node:util';
import { UNCLEAR_NOTE } from './pair-lines';
import type { ObservationRow, ReadLine } from './report';
import { isFinal, isWithdrawn } from './rules';

/** What a later message does to one line of a report. Pure. */

/** Text of the mark on a line that the newest report no longer carries. */
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
  // Stored when lines had no precision of their own: to know it now is no correction.
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
  // The value that was withdrawn stays readable, struck through.
  if (isWithdrawn(after.status) && after.valueText === null)
    for (const field of VALUE_FIELDS) Object.assign(after, { [field]: before[field] });
  if (isFinal(before.status) && after.status === 'final') {
    const changed = VALUE_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]));
    after.status = changed ? 'corrected' : before.status;
  }
  return after;
}

/** It says so for as long as the line is sent as it was. */
const isMarkedUnclear = ({ notes }: ObservationRow): boolean =>
  notes.some((note) => isDeepStrictEqual(note, UNCLEAR_NOTE));

const CODE_FIELDS = ['originalText', 'alternateCode', 'valueOriginalText', 'valueAlternateCodes'] as const;

/** Stored when second codes were not kept: to know them now is no correction, as long as the value is the same. */
function codesNotKept(before: ObservationRow, after: ObservationRow): Partial<ObservationRow> {
  const same = VALUE_FIELDS.every((field) => isDeepStrictEqual(before[field], after[field]));
  return same ? Object.fromEntries(CODE_FIELDS.map((field) => [field, before[field]])) : {};
}

/** Some laboratories send the whole text again, some what is new in it. Read twice it stands there once. */
function appended({ valueText: before }: ObservationRow, { valueText: sent }: ObservationRow): string | null {
  if (before === null || sent === null || sent.startsWith(before)) return sent;
  return before.endsWith(`\n${sent}`) || before === sent ? before : `${before}\n${sent}`;
}

/** A line that the replacement does not carry. */
export function markMissing(row: ObservationRow): ObservationRow {
  const marked = row.notes.some((note) => isDeepStrictEqual(note, MISSING_NOTE));
  return marked || isWithdrawn(row.status) ? row : { ...row, notes: [...row.notes, MISSING_NOTE] };
}

/** A line of a panel that the laboratory cancelled as a whole. */
export const cancelled = (row: ObservationRow): ObservationRow =>
  isWithdrawn(row.status) ? row : { ...row, status: 'cancelled' };
