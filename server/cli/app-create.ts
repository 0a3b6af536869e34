import { createOauthAppInput } from '../domain/oauth-apps/contract';
import { createOauthApp } from '../domain/oauth-apps/create-oauth-app';
import { UsageError, type Command } from './arguments';
import { inOrganization } from './organizations';
import { readScopes } from './scopes';

const FLAGS: Record<string, string> = {
  kind: 'kind',
  auth_method: 'auth-method',
  redirect_uris: 'redirect',
  name: 'name',
  scopes: 'scopes',
};

/** The secret is printed once. */
export const appCreate: Command = {
  name: 'app create',
  flags: {
    org: { value: 'SLUG', required: true },
    name: { value: 'NAME', required: true },
    redirect: { value: 'URI,URI', required: true },
    scopes: { value: 'a,b', required: true },
    kind: { value: 'confidential|public' },
    'auth-method': { value: 'client_secret_basic|client_secret_post' },
  },
  async run(given) {
    const input = createOauthAppInput.safeParse({
      name: given.need('name'),
      kind: given.get('kind') ?? 'confidential',
      auth_method: given.get('auth-method'),
      redirect_uris: given.need('redirect').split(','),
      scopes: readScopes(given.need('scopes')),
    });
    if (!input.success) {
      const { path, message } = input.error.issues[0]!;
      throw new UsageError(`--${FLAGS[String(path[0])] ?? String(path[0])}: ${message}.`);
    }
    return createOauthApp((await inOrganization(given.need('org'))).ctx, input.data);
  },
};
