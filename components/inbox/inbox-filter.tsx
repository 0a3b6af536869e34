/** Filter of the inbox by kind and age: links with the number of reports, so that it works without scripts. */
import type { ReactNode } from 'react';
import type { InboxList } from '@/server/domain/reviews/contract';
import { AGE_WORDS, GROUP_WORDS, INBOX_AGES, INBOX_GROUPS } from '@/server/domain/reviews/rules';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { counted } from '../format/counted';
import { inboxHref, type InboxPlace } from './inbox-place';

/** Shorter than the headings of the list. */
const KIND_LABELS = { ...GROUP_WORDS, corrected: 'Changed', partial: 'Partial' };

export function InboxFilter({ place, list }: { place: InboxPlace; list: InboxList }) {
  const { scope, kind, age, lines } = place;
  const { kinds } = list;
  const to = (filter: Pick<InboxPlace, 'kind' | 'age'>) => inboxHref({ scope, lines, ...filter });
  const ofAnyKind = INBOX_GROUPS.reduce((sum, group) => sum + kinds[group], 0);
  return (
    <nav aria-label="Filter" className="my-2">
      <ul className="flex flex-wrap gap-1.5">
        <Chip href={to({ age })} isCurrent={kind === undefined} count={ofAnyKind}>
          All
        </Chip>
        {INBOX_GROUPS.filter((group) => kinds[group] > 0 || group === kind).map((group) => (
          <Chip
            key={group}
            href={to({ kind: group, age })}
            isCurrent={group === kind}
            count={kinds[group]}
            tone={group === 'critical' ? 'text-critical' : 'text-ink'}
          >
            {KIND_LABELS[group]}
          </Chip>
        ))}
        <li>
          {/* Closed again once a link was followed. */}
          <details key={age ?? 'any'} className="group">
            <summary
              className={`chip target text-ink ${age ? 'border-accent bg-accent-tint font-semibold' : ''}`}
            >
              Age: {age ? AGE_WORDS[age] : 'any'}
              <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
            </summary>
            <ul className="mt-1.5 flex flex-wrap gap-1.5">
              <Chip href={to({ kind })} isCurrent={age === undefined}>
                any
              </Chip>
              {INBOX_AGES.map((one) => (
                <Chip key={one} href={to({ kind, age: one })} isCurrent={one === age}>
                  {AGE_WORDS[one]}
                </Chip>
              ))}
            </ul>
          </details>
        </li>
      </ul>
      {kind || age ? <Matching list={list} kind={kind} href={to({})} /> : null}
    </nav>
  );
}

interface ChipProps {
  href: string;
  isCurrent: boolean;
  count?: number;
  tone?: string;
  children: ReactNode;
}

const Chip = ({ href, isCurrent, count, tone = 'text-ink', children }: ChipProps) => (
  <li>
    <TextLink
      href={href}
      scroll={false}
      aria-current={isCurrent ? 'true' : undefined}
      className={`chip target ${tone}`}
    >
      {children} {count === undefined ? null : <span className="font-normal">{counted(count)}</span>}
    </TextLink>
  </li>
);

interface MatchingProps {
  list: InboxList;
  kind: InboxPlace['kind'];
  href: string;
}

/** Not how many are shown: critical reports are listed also if they do not match. */
const Matching = ({ list, kind, href }: MatchingProps) => (
  <p role="status" className="pt-1.5">
    {counted(list.matching)} of {counted(list.counts[list.scope])} reports match.
    {list.pinned.length > 0 && kind !== 'critical' ? ' Critical reports are always shown.' : ''}{' '}
    <TextLink href={href}>Show all</TextLink>
  </p>
);
