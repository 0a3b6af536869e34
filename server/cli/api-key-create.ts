import { createApiKeyInput } from '../domain/api-keys/contract';
import { createApiKey } from '../domain/api-keys/create-api-key';
import { UsageError, wholeNumber, type Command } from './arguments';
import { inOrganization } from './organizations';
import { readScopes } from './scopes';

export const apiKeyCreate: Command = {
  name: 'api-key create',
  flags: {
    org: { value: 'SLUG', required: true },
    name: { value: 'NAME', required: true },
    scopes: { value: 'a,b', required: true },
    expires: { value: 'DATE' },
    'rate-limit': { value: 'PER_MINUTE' },
  },
  async run(given) {
    const scopes = readScopes(given.need('scopes'));
    const expires = given.get('expires');
    const input = createApiKeyInput.safeParse({
      name: given.need('name'),
      scopes,
      expires_at: expires && /^\d{4}-\d{2}-\d{2}$/.test(expires) ? `${expires}T00:00:00Z` : expires,
      rate_limit: wholeNumber('rate-limit', given.get('rate-limit')),
    });
    if (!input.success) {
      const { path, message } = input.error.issues[0]!;
      if (path[0] === 'expires_at')
        throw new UsageError('--expires must be a date such as 2027-01-31, or an instant of RFC 3339.');
      throw new UsageError(`--${String(path[0])}: ${message}.`);
    }
    return createApiKey((await inOrganization(given.need('org'))).ctx, input.data);
  },
};
