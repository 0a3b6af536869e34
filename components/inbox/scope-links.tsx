'use client';
/** The lists of the inbox with their current counts. */
import type { InboxCounts, InboxMark } from '@/server/domain/reviews/contract';
import { INBOX_SCOPES, type InboxScope } from '@/server/domain/reviews/rules';
import { TextLink } from '../ui/text-link';
import { counted } from '../format/counted';
import { inboxHref } from './inbox-place';
import { useInboxMark } from './inbox-queries';

const SCOPE_LABELS: Record<InboxScope, string> = {
  mine: 'Mine',
  delegated: 'Covering',
  unassigned: 'Unassigned',
  everyone: 'All',
};

/** Of the lists for which the header counts critical reports. */
const criticalIn = (scope: InboxScope, counts: InboxCounts): number =>
  scope === 'mine' ? counts.mine_critical : scope === 'unassigned' ? counts.unassigned_critical : 0;

interface ScopeLinksProps {
  page: InboxMark;
  scope: InboxScope;
}

export function ScopeLinks({ page, scope }: ScopeLinksProps) {
  const counts = (useInboxMark(scope, page).value ?? page).counts;
  const shown = INBOX_SCOPES.filter((one) => one !== 'delegated' || one === scope || counts.delegated > 0);
  return (
    <nav aria-label="Assigned to">
      <ul className="flex flex-wrap gap-x-1">
        {shown.map((one) => (
          <li key={one}>
            <TextLink
              href={inboxHref({ scope: one })}
              aria-current={one === scope ? 'page' : undefined}
              className={`flex min-h-11 items-center border-b-4 px-2 no-underline hover:underline ${
                one === scope ? 'border-accent font-bold text-ink' : 'border-transparent font-medium'
              }`}
            >
              {SCOPE_LABELS[one]} {counted(counts[one])}
              {criticalIn(one, counts) > 0 ? (
                <span className="ml-1 font-bold text-critical">
                  ({counted(criticalIn(one, counts))} critical)
                </span>
              ) : null}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
