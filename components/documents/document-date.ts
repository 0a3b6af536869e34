import { isFutureDay, localToday } from '../format/dates';
import { parsePast, type DateOrder } from '../format/parse-date';

/** The date of a document as typed: any date, or a past day such as `19 Nov`. */
export function parseDocumentDate(typed: string, order?: DateOrder): string | null {
  return parsePast(typed, localToday(), order);
}

export const documentDateProblem = (day: string): string | null =>
  isFutureDay(day) ? 'Document date cannot be in the future.' : null;
