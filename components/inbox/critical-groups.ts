/** New critical results by patient, and the heading over them. */
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { isolate } from '../format/isolate';
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

const ASSIGNED = { user: 'assigned to you', group: 'returned to the group' };

/** Why a result is announced, unless it is new: in the heading, and next to each result if they differ. */
export function reasonWords({ told, assigned, assigned_by: by }: NewCritical): string | null {
  if (assigned) return `${ASSIGNED[assigned]} by ${by === null ? 'a former member' : isolate(by)}`;
  return told ? 'not acknowledged' : null;
}

/** The heading covers several reasons: each result needs its own words. */
export const isMixed = (results: readonly NewCritical[]): boolean =>
  new Set(results.map(reasonWords)).size > 1;

type Counted = Pick<NewCriticalResults, 'data' | 'total' | 'patient_total' | 'unmatched'>;

/** @param shown `total` counts also those that are not in `data` */
export function headingWords(shown: Counted): string {
  const unmatched = shown.unmatched.length;
  if (shown.total === 0)
    return unmatched === 1 ? 'Unmatched critical result' : count(unmatched, 'unmatched critical result');
  return `${unsignedWords(shown)}${unmatched > 0 ? ` and ${unmatched} unmatched` : ''}`;
}

function unsignedWords({ data, total, patient_total: patients }: Counted): string {
  const of = patients > 1 ? ` for ${patients} patients` : '';
  const numbered = (words: string) => (total === 1 ? words : count(total, words.toLowerCase()));
  const [reason, ...others] = new Set(data.map(reasonWords));
  if (others.length > 0 || data.length < total || reason === undefined)
    return `${numbered('Critical result')}${of}`;
  return reason ? `${numbered('Critical result')}${of} ${reason}` : `${numbered('New critical result')}${of}`;
}

/** How many have arrived since the held ones were read. */
export function newerThan(held: Counted, read: Counted): number {
  const known = new Set([...held.data, ...held.unmatched].map(({ id }) => id));
  const listed = [...read.data, ...read.unmatched].filter(({ id }) => !known.has(id)).length;
  const unlisted = ({ data, total }: Counted) => total - data.length;
  return listed + Math.max(0, unlisted(read) - unlisted(held));
}
