/** API keys and applications that a user created, and whose secrets they may have kept. */
import { useFormat } from '#format';
import { MOST_MADE } from '@/server/domain/people/rules';
import type { CreatedCredentials } from '@/server/domain/people/contract';
import { lastUse } from '../api-keys/key-words';
import { RevokeKey } from '../api-keys/revoke-key';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';

interface MadeByListProps {
  made: CreatedCredentials;
  now: number;
}

export function MadeByList({ made, now }: MadeByListProps) {
  const format = useFormat();
  const { api_keys: keys, oauth_apps: apps } = made;
  if (keys.length + apps.length === 0) return <p>No active API keys or applications.</p>;
  return (
    <>
      <p className="mb-3">
        They keep working after the user leaves. Revoke unused keys. Rotate other keys and secrets.
      </p>
      {keys.length > 0 ? (
        <DataTable caption="API keys created" columns={['API key', 'Last use', { hidden: 'Action' }]}>
          {keys.map((key) => (
            <Row key={key.id}>
              <RowHead className="wrap-anywhere">
                <TextLink href={`/admin/api-keys/${key.id}`}>{key.name}</TextLink>
                <code className="block font-mono text-sm font-normal text-ink-2">{key.stub}</code>
              </RowHead>
              <Cell label="Last use">
                <span className="block first-letter:uppercase">{lastUse(key, format, now)}</span>
              </Cell>
              <Cell>
                <RevokeKey id={key.id} name={key.name} stub={key.stub} lastUse={lastUse(key, format, now)} />
              </Cell>
            </Row>
          ))}
        </DataTable>
      ) : null}
      {apps.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 font-semibold">Applications registered</h3>
          <ul>
            {apps.map(({ id, name }) => (
              <li key={id} className="flex min-h-8 items-center wrap-anywhere">
                <TextLink href={`/admin/apps/${id}`}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {Math.max(keys.length, apps.length) === MOST_MADE ? (
        <p className="mt-3">
          Only the newest {MOST_MADE} of each type are shown. See all{' '}
          <TextLink href="/admin/api-keys">API keys</TextLink> and{' '}
          <TextLink href="/admin/apps">applications</TextLink>.
        </p>
      ) : null}
    </>
  );
}
