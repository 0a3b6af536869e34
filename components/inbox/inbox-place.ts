import type { InboxItem } from '@/server/domain/reviews/contract';
import type { InboxAge, InboxGroup, InboxScope } from '@/server/domain/reviews/rules';
import { hrefOf } from '../ui/pager';

export interface InboxPlace {
  scope: InboxScope;
  kind?: InboxGroup | undefined;
  age?: InboxAge | undefined;
  cursor?: string | undefined;
  /** Order of the lines of the open report: abnormal first, or as sent by the laboratory. */
  lines?: 'laboratory' | undefined;
}

export const queryOf = ({ scope, kind, age, cursor, lines }: InboxPlace) => ({
  scope: scope === 'mine' ? undefined : scope,
  kind,
  age,
  cursor,
  lines,
});

export const inboxHref = (place: InboxPlace, report?: string | null): string =>
  hrefOf(report ? `/inbox/${report}` : '/inbox', queryOf(place));

/** After a critical report the most overdue one, otherwise the next of the list. */
export function nextOf<Item extends Pick<InboxItem, 'group'>>(
  items: readonly Item[],
  at: number,
): Item | undefined {
  const others = items.filter((_item, index) => index !== at);
  const critical = items[at]?.group === 'critical' && others.find(({ group }) => group === 'critical');
  return critical || (items[at + 1] ?? others[0]);
}

/** Where the newest version of an open report is shown, if this page may show another report then. */
export function newestPlace(
  id: string,
  { here, next, last }: { here?: string | undefined; next?: string; last?: boolean },
): string | undefined {
  return here ?? (next === undefined || last ? undefined : `${next}/results/${id}`);
}
