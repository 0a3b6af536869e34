/** Narrows the list of keys by state. A plain form: it works without scripts. */
import { KEY_FILTERS } from '@/server/domain/api-keys/rules';
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { SelectField } from '../ui/select-field';
import { FILTER_WORDS } from './key-words';

const OPTIONS = KEY_FILTERS.map((value) => ({ value, label: FILTER_WORDS[value] }));

export function StateFilter({ state }: { state: string | undefined }) {
  return (
    <form action="/admin/api-keys" method="get" className="mb-3 flex flex-wrap items-end gap-2">
      <SelectField
        id="state"
        name="state"
        label="State"
        options={OPTIONS}
        empty="All states"
        defaultValue={state ?? ''}
        className="w-64"
      />
      <Button type="submit" weight="secondary">
        Show
      </Button>
      {state ? (
        <LinkButton href="/admin/api-keys" weight="quiet">
          All states
        </LinkButton>
      ) : null}
    </form>
  );
}
