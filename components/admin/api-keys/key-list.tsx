import { useFormat } from '#format';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { agoWords } from '../../format/relative';
import { TextLink } from '../../ui/text-link';
import { actionsHref } from '../audit/actions-href';
import { lastUse } from './key-words';
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
      columns={['Name', 'Permissions', 'Last use', 'Expires', 'Status', { hidden: 'Action' }]}
    >
      {keys.map((key) => (
        <Row key={key.id}>
          <RowHead className="wrap-anywhere md:min-w-48">
            <TextLink href={`/admin/api-keys/${key.id}`}>{key.name}</TextLink>
            <code className="block font-mono text-sm font-normal text-ink-2">{key.stub}</code>
            {key.purpose ? <span className="block text-sm font-normal">{key.purpose}</span> : null}
          </RowHead>
          <Cell label="Permissions">{key.scopes.join(', ')}</Cell>
          <Cell label="Last use" className="md:min-w-44 xl:min-w-60">
            {key.last_used_at ? (
              <>
                <TextLink href={actionsHref(key.id)} className="inline-block first-letter:uppercase">
                  {agoWords(key.last_used_at, now)}
                </TextLink>{' '}
                <span className="block text-sm text-ink-2">
                  {format.instant(key.last_used_at)}
                  {key.last_used_ip ? ` from ${key.last_used_ip}` : ''}
                </span>
                {key.last_used_agent ? (
                  <span className="block text-sm wrap-anywhere text-ink-2">
                    {key.last_used_agent.slice(0, 60)}
                  </span>
                ) : null}
              </>
            ) : (
              'Never'
            )}
          </Cell>
          <Cell label="Expires" className="whitespace-nowrap">
            {key.revoked_at ? '—' : key.expires_at ? format.instant(key.expires_at, 'day') : 'Never'}
          </Cell>
          <Cell label="Status" className="md:min-w-32">
            <KeyStateWords apiKey={key} now={now} />
          </Cell>
          <Cell>
            {key.revoked_at ? null : (
              <RevokeKey id={key.id} name={key.name} stub={key.stub} lastUse={lastUse(key, format, now)} />
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
