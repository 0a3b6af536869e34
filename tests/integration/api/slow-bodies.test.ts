import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { readId } from '../../../server/shared/ids';
import { endMembership } from '../../../server/domain/people/end-membership';
import { endOtherSessions } from '../../../server/domain/sessions/end-other-sessions';
import { smallBodies } from '../../../server/http/rest/read-body';
import { createHttpServer } from '../../../server/http/server';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { stagedBytes } from '../../support/document-uploads';
import { furnish, type Furnished } from '../../support/furnish';
import { idOf } from '../../support/members';
import { BOUNDARY, fixture, typeOf } from '../../support/multipart-pieces';
import { makeApp, pkce, Visitor } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';

/**
 * A-07 for slow bodies: the credential is checked before the body is read, so a request can stay open, one byte short
 * of its end, until the right is revoked. It must then fail.
 */

let server: TestServer;
let place: Furnished;
beforeAll(async () => {
  server = await startServer();
  place = await furnish('Slow');
}, 60_000);
afterAll(() => server.close());

interface SlowRequest {
  method?: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

interface Answered {
  status: number;
  requestId: string;
}

/** Sends the body after `meanwhile`, at least 600 ms after the headers. @returns the status of the response */
const statusOf = async (request: SlowRequest, meanwhile: () => Promise<unknown>): Promise<number> =>
  (await answerOf(request, meanwhile)).status;

function answerOf(
  { method = 'POST', path, headers, body }: SlowRequest,
  meanwhile: () => Promise<unknown>,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { port, host } = new URL(server.url);
    const socket = net.connect({ port: Number(port), host: '127.0.0.1' });
    const lines = Object.entries({
      Host: host,
      Connection: 'close',
      'Content-Length': String(Buffer.byteLength(body)),
      // Answered by the handler when it starts to read: the credential has been checked by then.
      Expect: '100-continue',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    let text = '';
    const go = async () => {
      const began = performance.now();
      await meanwhile();
      await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(600), { timeout: 5_000 });
      socket.write(body);
    };
    let asked = false;
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (asked || !text.startsWith('HTTP/1.1 100 ')) return;
      asked = true;
      text = '';
      go().catch(reject);
    });
    socket.on('end', () =>
      resolve({
        status: Number(/HTTP\/1\.1 (\d{3})/.exec(text)?.[1]),
        requestId: /^x-request-id: (\S+)\r$/im.exec(text)?.[1] ?? '',
      }),
    );
    socket.on('error', reject);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
}

const nothing = () => Promise.resolve();
const count = async (table: string) =>
  (
    await asSuperuser<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE org_id = $1`, [
      place.org.orgId,
    ])
  )[0]!.n;

const patient = JSON.stringify({
  name: { family: 'Late', given: ['Too'] },
  birth_date: '1990-01-01',
  sex: 'other',
});
const newKey = JSON.stringify({ name: 'request', scopes: ['patients:read'] });

async function key() {
  const made = await createApiKey(place.admin, {
    name: 'slow',
    scopes: ['patients:write', 'documents:write'],
  });
  return {
    id: made.id,
    headers: { Authorization: `Bearer ${made.key!}`, 'Content-Type': 'application/json' },
  };
}

async function person() {
  const ctx = await personContext(place.org, 'admin');
  const { cookie } = await signInAs(ctx);
  return {
    ctx,
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
  };
}

const multipart = () => {
  const [name, value] = typeOf(BOUNDARY).split(': ');
  return { type: { [name!]: value! }, body: fixture(place.ids.patient).good };
};

describe('slow request body', () => {
  it('is accepted while the right exists', async () => {
    const [{ headers }, { headers: own }] = [await key(), await person()];
    const { type, body } = multipart();
    expect(await statusOf({ path: '/v1/patients', headers, body: patient }, nothing)).toBe(201);
    expect(await statusOf({ path: '/v1/documents', headers: { ...headers, ...type }, body }, nothing)).toBe(
      201,
    );
    const trpc = '/api/trpc/apiKeys.createApiKey';
    expect(await statusOf({ path: trpc, headers: own, body: newKey }, nothing)).toBe(200);
    const upload = { path: '/api/portal/documents/uploads', headers: { ...own, ...type }, body };
    expect(await statusOf(upload, nothing)).toBe(201);
  });

  it('changes nothing when its key is revoked meanwhile', async () => {
    const { id, headers } = await key();
    const before = await count('patients');
    const request = { path: '/v1/patients', headers, body: patient };
    const { status, requestId } = await answerOf(request, () => revokeApiKey(place.admin, { id }));
    expect(status).toBe(401);
    expect(await count('patients')).toBe(before);
    // The rejected caller is known: one row for the operation, no event of an unknown caller.
    const rows = (await auditRows(requestId)).filter(({ action }) => action !== 'authenticate_api_key');
    expect(rows.map(({ action, outcome, code }) => [action, outcome, code])).toEqual([
      ['create_patient', 'refused', 'invalid_credentials'],
    ]);
    expect(
      await asSuperuser('SELECT 1 FROM security_events WHERE last_request_id = $1', [requestId]),
    ).toEqual([]);
  });

  it('files nothing when its key is revoked meanwhile', async () => {
    const { id, headers } = await key();
    const { type, body } = multipart();
    const before = await count('documents');
    const request = { path: '/v1/documents', headers: { ...headers, ...type }, body };
    expect(await statusOf(request, () => revokeApiKey(place.admin, { id }))).toBe(401);
    expect(await count('documents')).toBe(before);
  });

  it('creates no key for an administrator who is removed meanwhile', async () => {
    const { ctx, headers } = await person();
    const before = await count('api_keys');
    const request = { path: '/api/trpc/apiKeys.createApiKey', headers, body: newKey };
    expect(await statusOf(request, () => endMembership(place.admin, { id: idOf(ctx) }))).toBe(401);
    expect(await count('api_keys')).toBe(before);
  });

  it('creates no key in a session that is ended meanwhile', async () => {
    const { ctx, headers } = await person();
    const before = await count('api_keys');
    const request = { path: '/api/trpc/apiKeys.createApiKey', headers, body: newKey };
    expect(await statusOf(request, () => endOtherSessions(ctx))).toBe(401);
    expect(await count('api_keys')).toBe(before);
  });

  it('stores nothing for a user who is removed meanwhile', async () => {
    const { ctx, headers } = await person();
    const { type, body } = multipart();
    const before = await count('uploads');
    const request = { path: '/api/portal/documents/uploads', headers: { ...headers, ...type }, body };
    expect(await statusOf(request, () => endMembership(place.admin, { id: idOf(ctx) }))).toBe(401);
    expect(await count('uploads')).toBe(before);
  });

  it('grants nothing in a session that is ended meanwhile', async () => {
    const app = await makeApp(place.admin);
    const ctx = await personContext(place.org, 'admin');
    const visitor = await Visitor.signedIn(server, ctx);
    const { headers } = await visitor.authorize(app, pkce().challenge);
    const secret = headers.location!.slice(-43);
    const { csrf } = await visitor.consentPage(secret);
    const form = { id: secret, csrf, decision: 'allow', scope: 'patients:read' };
    const request = {
      path: '/oauth/decide',
      headers: {
        Cookie: visitor.cookie!,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    };
    expect(await statusOf(request, () => endOtherSessions(ctx))).toBe(401);
    const grants = await asSuperuser('SELECT 1 FROM oauth_grants WHERE app_id = $1', [
      readId('oauth_app', app.id),
    ]);
    expect(grants).toEqual([]);
    visitor.close();
  });
});

describe('small body that never ends', () => {
  const { deadlineMs } = smallBodies;
  afterEach(() => void (smallBodies.deadlineMs = deadlineMs));

  /**
   * Sends a byte from time to time, so that the idle timer does not end the connection.
   * @returns the status of the response
   */
  const drip = (path: string, headers: Record<string, string>, to = new URL(server.url).port) =>
    new Promise<number>((resolve, reject) => {
      const socket = net.connect({ port: Number(to), host: '127.0.0.1' });
      const all = { Host: new URL(server.url).host, 'Content-Length': '900', ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      const more = setInterval(() => socket.write(' '), 25);
      const done = (settle: () => void) => {
        clearInterval(more);
        socket.destroy();
        settle();
      };
      socket.once('data', (chunk: Buffer) =>
        done(() => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1]))),
      );
      socket.once('error', (error) => done(() => reject(error)));
    });

  it('is rejected after its deadline at every endpoint', async () => {
    const [{ headers }, { headers: own }] = [await key(), await person()];
    smallBodies.deadlineMs = 200;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const json = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
    const pages = createHttpServer({
      handle: () => new Promise(() => undefined),
      close: () => Promise.resolve(),
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    try {
      expect(
        await Promise.all([
          drip('/oauth/token', form),
          drip('/oauth/revoke', form),
          drip('/oauth/decide', { ...form, Cookie: own.Cookie, 'Sec-Fetch-Site': 'same-origin' }),
          drip('/api/public/redeem-password-reset', json),
          drip('/api/trpc/apiKeys.createApiKey', own),
          drip('/v1/patients', headers),
          drip('/api/auth/callback/password', form, String((pages.address() as AddressInfo).port)),
        ]),
      ).toEqual([408, 408, 408, 408, 408, 408, 408]);
    } finally {
      pages.closeAllConnections();
      pages.close();
    }
  });

  it('does not include uploads: a slow body with progress is accepted', async () => {
    const { headers } = await key();
    const { type, body } = multipart();
    smallBodies.deadlineMs = 200;
    expect(await statusOf({ path: '/v1/documents', headers: { ...headers, ...type }, body }, nothing)).toBe(
      201,
    );
  });

  it('is discarded after the 408 response, even if the rest follows at once', async () => {
    const { headers } = await key();
    const { type, body } = multipart();
    const impatient = createHttpServer({
      handle: (_req, res) => Promise.resolve(void res.writeHead(404).end()),
      close: () => Promise.resolve(),
    }).listen(0, '127.0.0.1');
    impatient.timeout = 200;
    await once(impatient, 'listening');
    const documents = async () =>
      (await asSuperuser('SELECT id FROM documents WHERE org_id = $1', [place.org.orgId])).length;
    const before = await documents();
    try {
      const socket = net.connect({ port: (impatient.address() as AddressInfo).port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      const all = {
        ...headers,
        ...type,
        Host: new URL(server.url).host,
        'Content-Length': String(body.length),
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /v1/documents HTTP/1.1\r\n${lines.join('')}\r\n`);
      socket.write(body.subarray(0, -1));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 408 /);
      socket.write(body.subarray(-1));
      await closed;
      // When this upload has ended, the first one would have been stored too.
      expect(await statusOf({ path: '/v1/documents', headers: { ...headers, ...type }, body }, nothing)).toBe(
        201,
      );
      expect(await documents()).toBe(before + 1);
      await expect.poll(stagedBytes).toBe(0);
    } finally {
      impatient.closeAllConnections();
      impatient.close();
    }
  });
});
