/** New critical results by patient, and the heading over them. */
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { count } from '../format/numbers';

export type NewCritical = NewCriticalResults['data'][number];

export interface CriticalGroup {
  patient: NewCritical['patient'];
  /** Newest first. */
  results: NewCritical[];
}

/** Newest first. By ID: different people may have one name. */
export function groupByPatient(results: readonly NewCritical[]): CriticalGroup[] {
  const groups = new Map<string, CriticalGroup>();
  for (const one of results) {
    const group = groups.get(one.patient.id);
    if (group) group.results.push(one);
    else groups.set(one.patient.id, { patient: one.patient, results: [one] });
  }
  return [...groups.values()];
}

/** The results of held rows as last read, in the held order. Those that are no longer new stay until the rows are released. */
export function heldResults(held: readonly NewCritical[], read: readonly NewCritical[]): NewCritical[] {
  const byId = new Map(read.map((one) => [one.id, one]));
  return held.map((one) => {
    const now = byId.get(one.id);
    return now?.patient.id === one.patient.id ? now : one;
  });
}

/** A report of the group is another patient's now: its link would open that chart. */
export const isMoved = ({ patient, results }: CriticalGroup, read: readonly NewCritical[]): boolean =>
  read.some((now) => now.patient.id !== patient.id && results.some(({ id }) => id === now.id));

/** Why a result is announced: in the heading, and next to each result if they differ. */
const REASONS = {
  new: null,
  told: 'not acknowledged',
  user: 'assigned to you',
  group: 'returned to the group',
} as const;

const reasonOf = ({ told, assigned }: Pick<NewCritical, 'told' | 'assigned'>): keyof typeof REASONS =>
  told ? 'told' : (assigned ?? 'new');

export const reasonWords = (result: NewCritical): string | null => REASONS[reasonOf(result)];

/** The heading covers several reasons: each result needs its own words. */
export const isMixed = (results: readonly NewCritical[]): boolean => new Set(results.map(reasonOf)).size > 1;

type Counted = Pick<NewCriticalResults, 'data' | 'total' | 'patient_total' | 'unmatched'>;

/** @param shown `total` counts also those that are not in `data` */
export function headingWords(shown: Counted): string {
  const unmatched = shown.unmatched.length;
  if (shown.total === 0)
    return unmatched === 1 ? 'Unmatched critical result' : count(unmatched, 'unmatched critical result');
  return `${unsignedWords(shown)}${unmatched > 0 ? `, ${unmatched} unmatched` : ''}`;
}

function unsignedWords({ data, total, patient_total: patients }: Counted): string {
  const of = patients > 1 ? ` for ${patients} patients` : '';
  const numbered = (words: string) => (total === 1 ? words : count(total, words.toLowerCase()));
  const [reason, ...others] = new Set(data.map(reasonOf));
  if (others.length === 0 && data.length === total && reason !== undefined) {
    const words = REASONS[reason];
    return words ? `${numbered('Critical result')}${of} ${words}` : `${numbered('New critical result')}${of}`;
  }
  return `${numbered('Critical result')}${of}`;
}

/** How many have arrived since the held ones were read. */
export function newerThan(held: Counted, read: Counted): number {
  const known = new Set([...held.data, ...held.unmatched].map(({ id }) => id));
  const listed = [...read.data, ...read.unmatched].filter(({ id }) => !known.has(id)).length;
  const unlisted = ({ data, total }: Counted) => total - data.length;
  return listed + Math.max(0, unlisted(read) - unlisted(held));
}
