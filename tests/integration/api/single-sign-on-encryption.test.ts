import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTokenKey } from '../../../server/domain/single-sign-on/create-token-key';
import { deleteTokenKeys } from '../../../server/domain/single-sign-on/delete-token-keys';
import { newId } from '../../../server/shared/ids';
import { startServer, type TestServer } from '../../support/server';
import { signOnOrganization, type SignOnOrganization } from '../../support/sign-on-organization';

/** Tokens that the provider encrypts to a key of the organization. */

let server: TestServer;
let tenant: SignOnOrganization;

beforeAll(async () => {
  server = await startServer();
  tenant = await signOnOrganization();
});
beforeEach(() => tenant.provider.encryptTo(undefined));
afterAll(async () => {
  await tenant.provider.close();
  await server.close();
});

const keySet = async (slug = tenant.org.slug): Promise<JWK[]> => {
  const response = await fetch(`${server.url}/api/single-sign-on/${slug}/jwks`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { keys: JWK[] }).keys;
};

it.each(['RSA-OAEP', 'RSA-OAEP-256'])(
  'reads ID tokens encrypted with %s to the published key',
  async (algorithm) => {
    await createTokenKey(tenant.admin);
    const keys = await keySet();
    expect(Object.keys(keys[0]!).sort()).toEqual(['e', 'kid', 'kty', 'n', 'use']);
    tenant.provider.encryptTo(keys, algorithm);
    expect(await (await tenant.signOn(`enc-${newId()}`)).session()).not.toBeNull();
  },
);

it('reads tokens encrypted to the previous key, and none to an older or a foreign one', async () => {
  await createTokenKey(tenant.admin);
  const first = await keySet();
  tenant.provider.encryptTo(first);
  await createTokenKey(tenant.admin);
  expect(await keySet()).not.toEqual(first);
  expect(await (await tenant.signOn(`enc-${newId()}`)).session()).not.toBeNull();
  const { provider } = await createTokenKey(tenant.admin);
  expect(provider!.token_keys).toHaveLength(2);
  expect((await tenant.signOn(`enc-${newId()}`)).location).toMatch(/reason=wrong_token/);
  await deleteTokenKeys(tenant.admin);
  expect((await tenant.signOn(`enc-${newId()}`)).location).toMatch(/reason=wrong_token/);
  expect(await keySet()).toEqual([]);
});

it('does not take encryption for a signature', async () => {
  await createTokenKey(tenant.admin);
  const [key] = await keySet();
  const encrypt = async (text: string) =>
    new CompactEncrypt(Buffer.from(text))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key!.kid! })
      .encrypt(await importJWK(key!, 'RSA-OAEP-256'));
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const forge of [
    (claims: object) => JSON.stringify(claims),
    (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.`,
  ]) {
    tenant.provider.alter = (claims) => encrypt(forge(claims));
    expect((await tenant.signOn(`enc-${newId()}`)).location).toMatch(/reason=wrong_(token|signature)/);
  }
  tenant.provider.alter = null;
});

it('reads encrypted logout tokens', async () => {
  await createTokenKey(tenant.admin);
  const [key] = await keySet();
  const sub = `enc-${newId()}`;
  const opened = await tenant.signOn(sub);
  const { issuer, client } = tenant.provider;
  const signed = await tenant.provider.sign({
    iss: issuer,
    aud: client.id,
    sub,
    iat: Math.floor(Date.now() / 1000),
    jti: newId(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const token = await new CompactEncrypt(Buffer.from(signed))
    .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A128CBC-HS256' })
    .encrypt(await importJWK(key!, 'RSA-OAEP'));
  const response = await fetch(`${server.url}/api/single-sign-on/${tenant.org.slug}/logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  expect(response.status).toBe(200);
  expect(await opened.session()).toBeNull();
});

it('publishes nothing about organizations without a key', async () => {
  expect(await keySet('no-such-organization')).toEqual([]);
  const post = await fetch(`${server.url}/api/single-sign-on/${tenant.org.slug}/jwks`, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
});
