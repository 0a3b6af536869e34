/** Which kind and age of reports the list shows, and how many it hides. A plain form: needs no script. */
import type { InboxList } from '@/server/domain/reviews/contract';
import { AGE_WORDS, COUNTED, GROUP_WORDS, INBOX_AGES, INBOX_GROUPS } from '@/server/domain/reviews/rules';
import { Choice, FilterForm } from '../ui/filter-controls';
import { TextLink } from '../ui/text-link';
import { inboxHref, type InboxPlace } from './inbox-place';

const counted = (count: number): string => (count > COUNTED ? `more than ${COUNTED}` : String(count));

export function InboxFilter({ place, list }: { place: InboxPlace; list: InboxList }) {
  const { scope, kind, age } = place;
  const hides = [
    ...(kind ? [`kind “${GROUP_WORDS[kind]}”`] : []),
    ...(age ? [`age “${AGE_WORDS[age]}”`] : []),
  ];
  const all = list.counts[scope];
  // Counts stop at a number: beyond it nobody knows how many are hidden.
  const hidden = all > COUNTED ? 'the others' : String(all - list.matching);
  return (
    <details className="my-2" open={hides.length > 0}>
      <summary className="w-fit min-h-6 cursor-pointer font-medium">Filter</summary>
      <FilterForm path="/inbox" className="pt-1">
        {scope === 'mine' ? null : <input type="hidden" name="scope" value={scope} />}
        <Choice id="kind" label="Kind" value={kind} all="All">
          {INBOX_GROUPS.map((one) => (
            <option key={one} value={one}>
              {GROUP_WORDS[one]}
            </option>
          ))}
        </Choice>
        <Choice id="age" label="Waiting" value={age} all="Any time">
          {INBOX_AGES.map((one) => (
            <option key={one} value={one}>
              {AGE_WORDS[one]}
            </option>
          ))}
        </Choice>
      </FilterForm>
      {hides.length > 0 ? (
        <p role="status" className="pt-2 font-semibold">
          {counted(list.matching)} shown, {hidden} hidden by {hides.join(' and ')}.{' '}
          <TextLink href={inboxHref({ scope })}>Show all</TextLink>
        </p>
      ) : null}
    </details>
  );
}
