import { MOST_LOOKED_UP } from '@/server/domain/inbound-reports/rules';
import { load } from './load';
import { getPageContext } from './page-context';

/** The patients that match a search on the page of a report. */
export interface PatientMatches {
  /** `pat_…` */
  ids: string[];
  more: boolean;
  problem: string | null;
}

const MIN_LETTERS = 2;

export async function searchPatients(q: string | undefined): Promise<PatientMatches> {
  const none = { ids: [], more: false };
  if (q === undefined) return { ...none, problem: null };
  if (q.length < MIN_LETTERS) return { ...none, problem: `Enter at least ${MIN_LETTERS} characters.` };
  const { caller } = await getPageContext();
  const { value, error } = await load(caller.patients.listCharts({ q, limit: MOST_LOOKED_UP }));
  if (error) return { ...none, problem: error.sentence };
  return { ids: value.data.map(({ id }) => id), more: value.has_more, problem: null };
}
