/** The views of the unmatched list, and the one that a record is in. */
import { QUEUE_VIEW_WORDS, QUEUE_VIEWS } from '@/server/domain/inbound-reports/rules';

export const UNMATCHED = '/unmatched';

/** Reports are open, set aside or rejected, and requests of a hospital can be closed. */
export const VIEWS = [...QUEUE_VIEWS, 'closed'] as const;
export type View = (typeof VIEWS)[number];
export const VIEW_WORDS: Readonly<Record<View, string>> = { ...QUEUE_VIEW_WORDS, closed: 'Closed' };

export const viewHref = (view: View): string => (view === 'open' ? UNMATCHED : `${UNMATCHED}?view=${view}`);

const VIEW_OF_STATE: Readonly<Record<string, View>> = {
  parked: 'parked',
  rejected: 'rejected',
  dismissed: 'rejected',
};

/** Where a record in this state is listed. */
export function listOf(state: string, outcome: string | null = null): { href: string; label: string } {
  const view = outcome === 'closed' ? 'closed' : (VIEW_OF_STATE[state] ?? 'open');
  return { href: viewHref(view), label: view === 'open' ? 'All unmatched' : VIEW_WORDS[view] };
}
