/** Filter of the inbox by kind and age, with the number of hidden reports. */
import type { InboxList } from '@/server/domain/reviews/contract';
import { AGE_WORDS, COUNTED, GROUP_WORDS } from '@/server/domain/reviews/rules';
import { choice, defineFilter } from '../ui/filter';
import { TextLink } from '../ui/text-link';
import { inboxHref, type InboxPlace } from './inbox-place';

export const inboxFilter = defineFilter({
  kind: choice(GROUP_WORDS, { label: 'Kind', all: 'All', said: 'kind' }),
  age: choice(AGE_WORDS, { label: 'Report age', all: 'Any', said: 'report age' }),
});

const counted = (count: number): string => (count > COUNTED ? `more than ${COUNTED}` : String(count));

export function InboxFilter({ place, list }: { place: InboxPlace; list: InboxList }) {
  const { scope, kind, age } = place;
  const query = { kind, age };
  const isActive = inboxFilter.isActive(query);
  const all = list.counts[scope];
  // Counts stop at a limit.
  const hidden = all > COUNTED ? 'the others' : String(all - list.matching);
  return (
    <details className="my-2" open={isActive}>
      <summary className="w-fit min-h-6 cursor-pointer font-medium">Filter</summary>
      <inboxFilter.Form
        path="/inbox"
        query={query}
        className="pt-1"
        kept={scope === 'mine' ? null : <input type="hidden" name="scope" value={scope} />}
        whole={null}
      />
      {isActive ? (
        <p role="status" className="pt-2 font-semibold">
          {counted(list.matching)} shown, {hidden} hidden by {inboxFilter.words(query)}.{' '}
          <TextLink href={inboxHref({ scope })}>Show all</TextLink>
        </p>
      ) : null}
    </details>
  );
}
