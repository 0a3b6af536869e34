import { expect, it } from 'vitest';
import { appCreate } from '../../../server/cli/app-create';
import { readArguments } from '../../../server/cli/arguments';
import { orgCreate } from '../../../server/cli/org-create';
import { newId } from '../../../server/shared/ids';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';

/** `app create` and `org create` of the operator's tool. */

const REDIRECT = 'https://app.example.org/callback';
const create = (org: TestOrg, ...words: string[]) => {
  const usual = ['app', 'create', '--org', org.slug, '--name', 'Sync', '--redirect', REDIRECT];
  const { given } = readArguments([...usual, '--scopes', 'labs:read', ...words], [appCreate]);
  return appCreate.run(given) as Promise<Record<string, unknown>>;
};

it('registers a confidential app with a secret and a public app without one', async () => {
  const org = await testOrg();
  const made = await create(org);
  expect(made).toMatchObject({ kind: 'confidential', redirect_uris: [REDIRECT], scopes: ['labs:read'] });
  expect(made.client_id).toBe(made.id);
  expect(made.client_secret).toEqual(expect.any(String));
  expect(await create(org, '--kind', 'public')).not.toHaveProperty('client_secret');
});

it('names the invalid flag', async () => {
  const org = await testOrg();
  await expect(create(org, '--kind', 'other')).rejects.toThrow(/^--kind: /);
  await expect(create(org, '--auth-method', 'other')).rejects.toThrow(/^--auth-method: /);
});

it('limits the lifetime of API keys in a new organization unless the operator sets another limit', async () => {
  const limitOf = async (...words: string[]) => {
    const slug = `keys-${newId().slice(-12)}`;
    const { given } = readArguments(
      ['org', 'create', '--name', 'Keys', '--slug', slug, ...words],
      [orgCreate],
    );
    await orgCreate.run(given);
    const [row] = await asSuperuser<{ key_max_days: number | null }>(
      'SELECT key_max_days FROM organizations WHERE slug = $1',
      [slug],
    );
    return row!.key_max_days;
  };
  expect(await limitOf()).toBe(365);
  expect(await limitOf('--key-days', '90')).toBe(90);
  expect(await limitOf('--key-days', 'none')).toBeNull();
  for (const wrong of ['0', '3651', 'year', '-1', '1.5'])
    await expect(limitOf('--key-days', wrong)).rejects.toThrow(/^--key-days must be /);
});
