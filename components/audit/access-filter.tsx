/** Filter of the audit as a plain form: what is shown stands in the address. */
import type { AuditActors } from '@/server/domain/audit-log/contract';
import { formatDate } from '../format/dates';
import { Choice, Day, FilterForm } from '../ui/filter-controls';
import { TextLink } from '../ui/text-link';
import { KIND_WORDS, OUTCOME_WORDS, type AuditQuery } from './audit-query';

interface AccessFilterProps {
  path: string;
  query: AuditQuery;
  actors: AuditActors;
  /** Name of the one that is chosen, when the list does not offer it. */
  chosen: string | undefined;
}

export function AccessFilter({ path, query, actors, chosen }: AccessFilterProps) {
  const groups = [
    { label: 'People', members: actors.people },
    { label: 'API keys', members: actors.keys },
    { label: 'Applications', members: actors.apps },
  ];
  const offered = groups.some(({ members }) => members.some(({ id }) => id === query.who));
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <FilterForm path={path} after={isFiltered ? <TextLink href={path}>Show everything</TextLink> : null}>
      <Choice id="who" label="Who" value={query.who} all="Everybody">
        {query.who && !offered && query.who !== 'system' ? (
          <option value={query.who}>{chosen ?? query.who}</option>
        ) : null}
        <option value="system">The service itself</option>
        {groups
          .filter(({ members }) => members.length > 0)
          .map(({ label, members }) => (
            <optgroup key={label} label={label}>
              {members.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name ?? id}
                </option>
              ))}
            </optgroup>
          ))}
      </Choice>
      <Choice id="kind" label="What" value={query.kind} all="Everything">
        {Object.entries(KIND_WORDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Choice>
      <Choice id="outcome" label="Outcome" value={query.outcome} all="Any">
        {Object.entries(OUTCOME_WORDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Choice>
      <Day id="from" label="From, as 05-Nov-2026" value={query.from && formatDate(query.from)} />
      <Day id="to" label="To, this day too" value={query.to && formatDate(query.to)} />
    </FilterForm>
  );
}
