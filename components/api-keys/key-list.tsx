/** Keys of the organisation: what each may do, when it was last used, when it ends. */
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { formatInstant } from '../format/dates';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { RevokeKey } from './revoke-key';

const UNUSED_DAYS = 90;

export function keyState(key: ApiKey, now: number): string {
  if (key.revoked_at) return 'Revoked';
  if (key.expires_at && Date.parse(key.expires_at) <= now) return 'Expired';
  const idleSince = Date.parse(key.last_used_at ?? key.created_at);
  return now - idleSince > UNUSED_DAYS * 86_400_000 ? `Unused for ${UNUSED_DAYS} days` : 'Active';
}

/** When and from where the key was last used, as one phrase. */
export function lastUse(key: ApiKey, zone: string): string {
  if (!key.last_used_at) return 'never used';
  return `used ${formatInstant(key.last_used_at, zone)}${key.last_used_ip ? ` from ${key.last_used_ip}` : ''}`;
}

export function KeyList({ keys, zone, now }: { keys: readonly ApiKey[]; zone: string; now: number }) {
  return (
    <DataTable
      caption="API keys"
      columns={['Name', 'Rights', 'Last use', 'Expires', 'State', { hidden: 'Action' }]}
    >
      {keys.map((key) => {
        const state = keyState(key, now);
        return (
          <Row key={key.id}>
            <RowHead>
              {key.name}
              <code className="block font-mono text-sm font-normal text-ink-2">{key.stub}</code>
            </RowHead>
            <Cell label="Rights">{key.scopes.join(', ')}</Cell>
            <Cell label="Last use" className="first-letter:uppercase">
              {lastUse(key, zone)}
            </Cell>
            <Cell label="Expires">{key.expires_at ? formatInstant(key.expires_at, zone) : 'Never'}</Cell>
            <Cell label="State" className={state === 'Active' ? '' : 'font-semibold'}>
              {state}
            </Cell>
            <Cell>
              {key.revoked_at ? null : <RevokeKey id={key.id} name={key.name} lastUse={lastUse(key, zone)} />}
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
