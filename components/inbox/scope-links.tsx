'use client';
/** Whose reports the list shows, with how many each list holds now. */
import type { InboxMark } from '@/server/domain/reviews/contract';
import { INBOX_SCOPES, type InboxScope } from '@/server/domain/reviews/rules';
import { TextLink } from '../ui/text-link';
import { counted, inboxHref, SCOPE_LABELS } from './inbox-place';
import { useInboxMark } from './inbox-queries';

interface ScopeLinksProps {
  page: InboxMark;
  scope: InboxScope;
}

export function ScopeLinks({ page, scope }: ScopeLinksProps) {
  const held = (useInboxMark(scope, page).value ?? page).counts;
  const shown = INBOX_SCOPES.filter((one) => one !== 'delegated' || one === scope || held.delegated > 0);
  return (
    <nav aria-label="Whose reports">
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
              {SCOPE_LABELS[one]} {counted(held[one])}
              {one === 'unassigned' && held.unassigned_critical > 0 ? (
                <span className="ml-1 font-bold text-critical">
                  ({counted(held.unassigned_critical)} critical)
                </span>
              ) : null}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
