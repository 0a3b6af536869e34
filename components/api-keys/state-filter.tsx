/** Narrows the list of keys by state. A plain form: it works without scripts. */
import { KEY_FILTERS } from '@/server/domain/api-keys/rules';
import { Choice, FilterForm } from '../ui/filter-controls';
import { TextLink } from '../ui/text-link';
import { FILTER_WORDS } from './key-words';

const PATH = '/admin/api-keys';

export function StateFilter({ state }: { state: string | undefined }) {
  return (
    <FilterForm path={PATH} after={state ? <TextLink href={PATH}>All states</TextLink> : null}>
      <Choice id="state" label="State" value={state} all="All states">
        {KEY_FILTERS.map((value) => (
          <option key={value} value={value}>
            {FILTER_WORDS[value]}
          </option>
        ))}
      </Choice>
    </FilterForm>
  );
}
