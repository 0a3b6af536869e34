import { FieldError } from '../../ui/field';

export interface ScopeRow {
  scope: string;
  words: string;
}

interface Area {
  name: string;
  read: string | null;
  write: string | null;
  /** In the column without a scope. */
  without?: string;
}

const AREAS: readonly Area[] = [
  { name: 'Patients', read: 'patients:read', write: 'patients:write' },
  {
    name: 'Restricted charts',
    read: 'patients:restricted',
    write: null,
    without: 'Same as unrestricted charts',
  },
  { name: 'Lab orders and results', read: 'labs:read', write: 'labs:write' },
  { name: 'Documents', read: 'documents:read', write: 'documents:write' },
  { name: 'Webhooks', read: null, write: 'webhooks:manage', without: 'Included in Write' },
  { name: 'Audit log', read: 'audit:read', write: null, without: 'Read only' },
];

interface ScopeTableProps {
  title?: string;
  scopes: readonly ScopeRow[];
  chosen?: readonly string[];
  error?: string | undefined;
}

export function ScopeTable({ title = 'Permissions', scopes, chosen = [], error }: ScopeTableProps) {
  const wordsOf = (scope: string): string => scopes.find((row) => row.scope === scope)?.words ?? scope;
  const cell = ({ name: area, without }: Area, scope: string | null, access: string) =>
    scope ? (
      <label htmlFor={`scope-${scope}`} className="target flex min-h-8 items-start gap-2.5">
        <input
          id={`scope-${scope}`}
          type="checkbox"
          name="scopes"
          value={scope}
          defaultChecked={chosen.includes(scope)}
          aria-label={`${area}: ${access}. ${wordsOf(scope)}`}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>
          {wordsOf(scope)} <code className="font-mono text-sm whitespace-nowrap text-ink-2">{scope}</code>
        </span>
      </label>
    ) : (
      <span className="text-ink-2">{without}</span>
    );
  return (
    <div
      id="scopes"
      role="group"
      aria-labelledby="scopes-label"
      aria-describedby={error ? 'scopes-error' : undefined}
      tabIndex={-1}
    >
      <p id="scopes-label" className="mb-1 font-semibold">
        {title}
      </p>
      <FieldError id="scopes" error={error} />
      <table role="table" className="ruled-table stacked">
        <caption className="sr-only">Permissions by area</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Area
            </th>
            <th role="columnheader" scope="col">
              Read
            </th>
            <th role="columnheader" scope="col">
              Write
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {AREAS.map((area) => (
            <tr key={area.name} role="row">
              <th role="rowheader" scope="row">
                {area.name}
              </th>
              <td role="cell">{cell(area, area.read, 'read')}</td>
              <td role="cell">{cell(area, area.write, 'write')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
