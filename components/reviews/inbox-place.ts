import type { InboxAge, InboxGroup, InboxScope } from '@/server/domain/reviews/rules';
import { hrefOf } from '../ui/pager';

/** Addresses of the inbox. */

export interface InboxPlace {
  scope: InboxScope;
  kind?: InboxGroup | undefined;
  age?: InboxAge | undefined;
  cursor?: string | undefined;
}

export const queryOf = ({ scope, kind, age, cursor }: InboxPlace) => ({
  ...{ scope: scope === 'mine' ? undefined : scope, kind, age },
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
