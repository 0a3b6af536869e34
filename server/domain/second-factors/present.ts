import type { PasskeyRow } from '../../auth/passkeys';
import { showId } from '../../shared/ids';
import type { Passkey } from './contract';

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: showId('passkey', row.id),
  object: 'passkey',
  name: row.name,
  synced: row.backedUp,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});
