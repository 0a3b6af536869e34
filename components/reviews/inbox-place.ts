import type { InboxScope } from '@/server/domain/reviews/rules';
import { hrefOf } from '../ui/pager';

/** Addresses of the inbox. */

export interface InboxPlace {
  scope: InboxScope;
  cursor?: string | undefined;
}

const queryOf = ({ scope, cursor }: InboxPlace) => ({
  scope: scope === 'mine' ? undefined : scope,
  cursor,
});

export const inboxHref = (place: InboxPlace, report?: string | null): string =>
  hrefOf(report ? `/inbox/${report}` : '/inbox', queryOf(place));

export const SCOPE_LABELS: Record<InboxScope, string> = {
  mine: 'Mine',
  delegated: 'Standing in',
  unassigned: 'Unassigned',
  everyone: 'Everyone',
};
