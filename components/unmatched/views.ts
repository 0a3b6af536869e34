/** The views of the unmatched list, and the one that a record is in. */
import { QUEUE_VIEW_WORDS, type QueueView } from '@/server/domain/inbound-reports/rules';

export const UNMATCHED = '/unmatched';

export const viewHref = (view: QueueView): string =>
  view === 'open' ? UNMATCHED : `${UNMATCHED}?view=${view}`;

const VIEWS: Readonly<Record<string, QueueView>> = {
  parked: 'parked',
  rejected: 'rejected',
  dismissed: 'rejected',
};

/** Where a record in this state is listed. */
export function listOf(state: string): { href: string; label: string } {
  const view = VIEWS[state] ?? 'open';
  return { href: viewHref(view), label: view === 'open' ? 'All unmatched' : QUEUE_VIEW_WORDS[view] };
}
