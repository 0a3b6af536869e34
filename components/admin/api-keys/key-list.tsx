import { useFormat } from '#format';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { byWhom, lastUse } from './key-words';
import { KeyStateWords } from './key-state';
import { RevokeKey } from './revoke-key';

interface KeyListProps {
  keys: readonly ApiKey[];
  now: number;
}

export function KeyList({ keys, now }: KeyListProps) {
  const format = useFormat();
  return (
    <DataTable
      caption="API keys"
      columns={['Name', 'Permissions', 'Created by', 'Last use', 'Expires', 'Status', { hidden: 'Action' }]}
    >
      {keys.map((key) => (
        <Row key={key.id}>
          <RowHead className="wrap-anywhere md:min-w-48">
            <TextLink href={`/admin/api-keys/${key.id}`}>{key.name}</TextLink>
            <code className="block font-mono text-sm font-normal text-ink-2">{key.stub}</code>
            {key.purpose ? <span className="block text-sm font-normal">{key.purpose}</span> : null}
          </RowHead>
          <Cell label="Permissions">{key.scopes.join(', ')}</Cell>
          <Cell label="Created by" className="first-letter:uppercase">
            {byWhom(key.created_by_name, key.created_by)}
          </Cell>
          <Cell label="Last use">
            <span className="block first-letter:uppercase">{lastUse(key, format, now)}</span>
            {key.last_used_agent ? (
              <span className="block text-sm wrap-anywhere text-ink-2">
                {key.last_used_agent.slice(0, 60)}
              </span>
            ) : null}
          </Cell>
          <Cell label="Expires" className="whitespace-nowrap">
            {key.expires_at ? format.instant(key.expires_at, 'day') : 'Never'}
          </Cell>
          <Cell label="Status">
            <KeyStateWords apiKey={key} now={now} />
          </Cell>
          <Cell>
            {key.revoked_at ? null : (
              <RevokeKey id={key.id} name={key.name} lastUse={lastUse(key, format, now)} />
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
