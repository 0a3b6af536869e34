import type { AuditActors } from '@/server/domain/audit-log/contract';
import { instantsOf } from '../../format/day-range';
import { choice, days, defineFilter, reference } from '../../ui/filter';
import type { Format } from '../../format/format';

const KINDS = {
  write: 'Changes',
  read: 'Views',
  list: 'Lists',
  download: 'Downloads',
  auth: 'Sign-ins and connections',
};
const OUTCOMES = { allowed: 'Allowed', refused: 'Denied', failed: 'Failed' };
const WHO = /^(?:(?:usr|key|app)_[0-7][0-9a-hjkmnp-tv-z]{25}|system)$/;

export const auditFilter = defineFilter({
  who: reference(WHO, { label: 'Actor', all: 'All' }),
  kind: choice(KINDS, { label: 'Type', all: 'All' }),
  outcome: choice(OUTCOMES, { label: 'Outcome', all: 'All' }),
  ...days(),
});
export type AuditQuery = ReturnType<typeof auditFilter.read>;

/** Days of the organization's time zone become instants. */
export const auditInput = ({ who, kind, outcome, ...range }: AuditQuery, format: Format) => ({
  who,
  kind,
  outcome,
  ...instantsOf(range, format),
});

interface AuditFilterProps {
  path: string;
  query: AuditQuery;
  actors: AuditActors;
  /** Name of the selected actor, if the list does not offer it. */
  chosen: string | undefined;
}

export function AuditFilter({ path, query, actors, chosen }: AuditFilterProps) {
  const groups = [
    { label: 'People', members: actors.people },
    { label: 'API keys', members: actors.keys },
    { label: 'Applications', members: actors.apps },
  ];
  const offered = groups.some(({ members }) => members.some(({ id }) => id === query.who));
  const who = (
    <>
      {query.who && !offered && query.who !== 'system' ? (
        <option value={query.who}>{chosen ?? query.who}</option>
      ) : null}
      <option value="system">System</option>
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
    </>
  );
  return <auditFilter.Form path={path} query={query} options={{ who }} />;
}
