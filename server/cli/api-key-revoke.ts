import { revokeApiKey } from '../domain/api-keys/revoke-api-key';
import type { Command } from './arguments';
import { inOwner } from './organizations';

export const apiKeyRevoke: Command = {
  name: 'api-key revoke',
  operand: 'ID',
  flags: { org: { value: 'SLUG' } },
  run: (given) => inOwner(given.get('org'), (ctx) => revokeApiKey(ctx, { id: given.operand })),
};
