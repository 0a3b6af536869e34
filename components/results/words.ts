/** Texts that several views of results share. */
import { count } from '../format/numbers';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import { RESULT_STATUS_WORDS, joinTests } from '@/server/domain/lab-results/rules';

export const NO_VALUE = 'No value';
export const NO_RANGE = 'No reference range';
export const LAB_COMMENTS = 'Lab comments';

/** Of the comments on a whole report. */
export const commentsHeading = (notes: readonly { source: string | null }[]): string =>
  notes.some(({ source }) => source !== 'service') ? LAB_COMMENTS : 'Comments on this report';

export const missingValueWords = ({ value_type }: Pick<Observation, 'value_type'>): string =>
  value_type === 'attachment' ? 'Sent as a file' : NO_VALUE;

export function rangeText({ reference_range: range }: Pick<Observation, 'reference_range'>): string | null {
  if (!range) return null;
  if (range.text) return range.text;
  if (range.low !== null && range.high !== null) return `${range.low} – ${range.high}`;
  if (range.low !== null) return `≥ ${range.low}`;
  if (range.high !== null) return `≤ ${range.high}`;
  return null;
}

const pendingWords = (pending: readonly string[]): string =>
  pending.length > 0 ? `, ${joinTests(pending)} pending` : '';

/** "Partial (3 of 5 panels), TSH · B12 pending". A partly received panel is pending. */
export function statusWords(
  status: LabResult['status'],
  panels: readonly string[],
  pending: readonly string[],
): string {
  if (status !== 'partial') return `${RESULT_STATUS_WORDS[status]}${pendingWords(pending)}`;
  const done = panels.filter((name) => !pending.includes(name)).length;
  const total = new Set([...panels, ...pending]).size;
  return `${RESULT_STATUS_WORDS.partial} (${done} of ${count(total, 'panel')})${pendingWords(pending)}`;
}

/** The last values of a test, as a link to their trend. */
export const recentWords = (name: string, values: number): string =>
  `${name}, last ${values} values over time`;
