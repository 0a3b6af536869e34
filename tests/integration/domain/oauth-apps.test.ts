import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOauthAppDomain } from '../../../server/domain/oauth-apps/check-oauth-app-domain';
import { createOauthApp } from '../../../server/domain/oauth-apps/create-oauth-app';
import { getOauthApp } from '../../../server/domain/oauth-apps/get-oauth-app';
import { listOauthApps } from '../../../server/domain/oauth-apps/list-oauth-apps';
import { setOauthAppDomain } from '../../../server/domain/oauth-apps/set-oauth-app-domain';
import { updateOauthApp } from '../../../server/domain/oauth-apps/update-oauth-app';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { selfSigned } from '../../unit/webhooks/certificate';
import { readCidrs } from '../../../server/outbound/outbound-addresses';
import { answers, policy } from '../../unit/webhooks/policy';

/**
 * The publisher of an application: entered by an administrator, shown once the owner of the host name has verified
 * it.
 */

const HOST = 'app.example.org';
const { key, cert } = selfSigned(HOST);
const loopback = () =>
  policy({
    allowCidrs: readCidrs(['127.0.0.0/8']),
    resolve: answers('127.0.0.1'),
    allowPorts: [(server.address() as AddressInfo).port],
  });
let text = '';
const server = https.createServer({ key, cert }, (_request, response) => response.end(text));
let admin: Awaited<ReturnType<typeof personContext>>;

beforeAll(async () => {
  admin = await personContext(await testOrg(), 'admin');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const make = () =>
  createOauthApp(admin, {
    name: 'AcmeSync',
    kind: 'confidential',
    redirect_uris: ['https://app.example.org/callback'],
    scopes: ['labs:read'],
  });
const check = (id: string) => {
  const { port } = server.address() as AddressInfo;
  return checkOauthAppDomain(admin, { id }, { policy: loopback(), ca: cert, port });
};

describe('host name of an application', () => {
  it('is verified only when the DNS record is found', async () => {
    const { id } = await make();
    await expect(check(id)).rejects.toMatchObject({ code: 'invalid_state' });
    const claimed = await setOauthAppDomain(admin, { id, domain: HOST });
    expect(claimed.domain).toMatchObject({
      host: HOST,
      proof_url: 'https://app.example.org/.well-known/clinical-data-verification.txt',
      verified_at: null,
    });
    const line = claimed.domain!.proof_text;
    expect(line).toMatch(/^clinical-data-verification=[\w-]{32}$/);
    for (const wrong of [
      '',
      'x',
      line.slice(0, -1),
      `${line}x`,
      `${line}\n${line}`,
      `<p>${line}</p>`,
      line.toUpperCase(),
    ]) {
      text = wrong;
      await expect(check(id), wrong).rejects.toMatchObject({ code: 'invalid_state' });
    }
    expect((await getOauthApp(admin, { id })).domain!.verified_at).toBeNull();
    text = `${line}\n`;
    expect((await check(id)).domain!.verified_at).not.toBeNull();
  });

  it('must be verified again after a change, but not after a failed check or an unchanged name', async () => {
    const { id } = await make();
    const { domain } = await setOauthAppDomain(admin, { id, domain: HOST });
    text = domain!.proof_text;
    const verified = (await check(id)).domain;
    text = 'gone';
    await expect(check(id)).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await setOauthAppDomain(admin, { id, domain: HOST })).domain).toEqual(verified);
    const other = (await setOauthAppDomain(admin, { id, domain: 'other.example.org' })).domain!;
    expect(other.verified_at).toBeNull();
    expect(other.proof_text).not.toBe(verified!.proof_text);
    const back = (await setOauthAppDomain(admin, { id, domain: HOST })).domain!;
    expect([back.verified_at, back.proof_text === verified!.proof_text]).toEqual([null, false]);
    expect((await setOauthAppDomain(admin, { id, domain: null })).domain).toBeNull();
    await expect(setOauthAppDomain(admin, { id, domain: '127.0.0.1' })).rejects.toMatchObject({
      extras: { errors: [{ pointer: '/domain' }] },
    });
  });

  it('is not verified by a check that was in progress during a change', async () => {
    const { id } = await make();
    const { domain } = await setOauthAppDomain(admin, { id, domain: HOST });
    text = domain!.proof_text;
    server.removeAllListeners('request');
    server.on('request', (_request, response) => {
      void asSuperuser("UPDATE oauth_apps SET domain_token = 'another' WHERE domain = $1", [HOST]).then(() =>
        response.end(text),
      );
    });
    await expect(check(id)).rejects.toMatchObject({
      message: expect.stringContaining('changed in the meantime') as string,
    });
    expect((await getOauthApp(admin, { id })).domain!.verified_at).toBeNull();
  });
});

describe('details of an application', () => {
  it('show who registered it and that it has no users; a pause and a change keep the rest', async () => {
    const made = await make();
    expect(made).toMatchObject({ created_by_name: 'Test admin', people: 0, domain: null });
    const paused = await updateOauthApp(admin, { id: made.id, paused: true, name: 'Acme' });
    await expect(
      updateOauthApp({ ...admin, ifMatch: made.version }, { id: made.id, name: 'Other' }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
    expect(paused).toMatchObject({ name: 'Acme', redirect_uris: made.redirect_uris, secrets: made.secrets });
    expect(paused.paused_at).not.toBeNull();
    const { data } = await listOauthApps(admin, { limit: 100 });
    expect(data.find(({ id }) => id === made.id)).toEqual(paused);
    expect(JSON.stringify(data)).not.toContain(made.client_secret);
  });
});
