/** Filter of the audit. */
import type { AuditActors } from '@/server/domain/audit-log/contract';
import { instantsOf } from '../../format/day-range';
import { choice, days, defineFilter, reference } from '../../ui/filter';
import type { Format } from '../../format/format';

const KINDS = {
  write: 'Changes only',
  read: 'Opened',
  list: 'Listed',
  download: 'Downloaded',
  auth: 'Signed in, connected',
};
const OUTCOMES = { allowed: 'Allowed', refused: 'Refused', failed: 'Failed' };
const WHO = /^(?:(?:usr|key|app)_[0-7][0-9a-hjkmnp-tv-z]{25}|system)$/;

export const auditFilter = defineFilter({
  who: reference(WHO, { label: 'Who', all: 'Everybody' }),
  kind: choice(KINDS, { label: 'What', all: 'Everything' }),
  outcome: choice(OUTCOMES, { label: 'Outcome', all: 'Any' }),
  ...days(),
});
export type AuditQuery = ReturnType<typeof auditFilter.read>;

/** The same for the interface: days of the organization's zone become instants. */
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
  /** Name of the one that is chosen, when the list does not offer it. */
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
    </>
  );
  return <auditFilter.Form path={path} query={query} options={{ who }} />;
}
