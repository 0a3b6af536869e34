import type { Scope } from '../../shared/scopes';
import type { apiKeys } from '../../db/schema/index';
import { showId, showIdOrNull } from '../../shared/ids';
import type { ApiKey, RotatedKey } from './contract';

/** @param names of users, by `created_by` */
export function presentApiKey(
  row: typeof apiKeys.$inferSelect,
  names: ReadonlyMap<string, string> = new Map(),
): ApiKey {
  return {
    id: showId('api_key', row.id),
    object: 'api_key',
    name: row.name,
    purpose: row.purpose,
    stub: row.stub,
    scopes: row.scopes as Scope[],
    ip_allow_list: row.ipAllowList,
    rate_limit: row.rateLimit,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    last_used_agent: row.lastUsedAgent,
    replaced_by: showIdOrNull('api_key', row.replacedBy),
    revoked_at: row.revokedAt?.toISOString() ?? null,
    revoked_by: row.revokedBy,
    revoked_by_name: names.get(row.revokedBy ?? '') ?? null,
    revoked_reason: row.revokedReason,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    created_by_name: names.get(row.createdBy) ?? null,
  };
}

export const presentRotatedKey = (row: typeof apiKeys.$inferSelect): RotatedKey => ({
  id: showId('api_key', row.id),
  stub: row.stub,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  replaced_by: showIdOrNull('api_key', row.replacedBy),
  revoked_at: row.revokedAt?.toISOString() ?? null,
});
