import { MOST_LOOKED_UP } from '@/server/domain/inbound-reports/rules';
import { openPortal, settle } from './open-portal';

/** Whom somebody looks up on a page about a report. */
export interface LookedUp {
  /** `pat_…` */
  ids: string[];
  more: boolean;
  problem: string | null;
}

const MIN_LETTERS = 2;

export async function lookUpPatients(q: string | undefined): Promise<LookedUp> {
  const nobody = { ids: [], more: false };
  if (q === undefined) return { ...nobody, problem: null };
  if (q.length < MIN_LETTERS)
    return { ...nobody, problem: `Type at least ${MIN_LETTERS} letters or digits.` };
  const { caller } = await openPortal();
  const { value, error } = await settle(caller.patients.listPatients({ q, limit: MOST_LOOKED_UP }));
  if (error) return { ...nobody, problem: error.sentence };
  return { ids: value.data.map(({ id }) => id), more: value.has_more, problem: null };
}
