import type { Scope } from '../../auth/scopes';
import type { apiKeys } from '../../db/schema/index';
import { showId } from '../ids';
import type { ApiKey } from './contract';

export function presentApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: showId('api_key', row.id),
    object: 'api_key',
    name: row.name,
    stub: row.stub,
    scopes: row.scopes as Scope[],
    rate_limit: row.rateLimit,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
  };
}
