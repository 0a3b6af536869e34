import { expect, it } from 'vitest';
import { appCreate } from '../../server/admin/app-create';
import { readArguments } from '../../server/admin/arguments';
import { testOrg, type TestOrg } from '../support/database';

/** `app create` of the operator's tool. */

const REDIRECT = 'https://app.example.org/callback';
const create = (org: TestOrg, ...words: string[]) => {
  const usual = ['app', 'create', '--org', org.slug, '--name', 'Sync', '--redirect', REDIRECT];
  const { given } = readArguments([...usual, '--scopes', 'labs:read', ...words], [appCreate]);
  return appCreate.run(given) as Promise<Record<string, unknown>>;
};

it('registers applications: a confidential one with its secret, a public one without', async () => {
  const org = await testOrg();
  const made = await create(org);
  expect(made).toMatchObject({ kind: 'confidential', redirect_uris: [REDIRECT], scopes: ['labs:read'] });
  expect(made.client_id).toBe(made.id);
  expect(made.client_secret).toEqual(expect.any(String));
  expect(await create(org, '--kind', 'public')).not.toHaveProperty('client_secret');
});

it('names the flag that is wrong', async () => {
  const org = await testOrg();
  await expect(create(org, '--kind', 'other')).rejects.toThrow(/^--kind: /);
  await expect(create(org, '--auth-method', 'other')).rejects.toThrow(/^--auth-method: /);
});
