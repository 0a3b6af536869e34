import { NextRequest } from 'next/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET, POST } from '../../app/api/auth/[...nextauth]/route';
import { appRouter } from '../../server/api/root';
import { actionOf } from '../../server/api/trpc';
import { authCookieName } from '../../server/auth/auth-cookies';
import { emailHash } from '../../server/auth/password';
import { sessionCookie, sessionCookieName } from '../../server/auth/session-cookie';
import { throttleKey } from '../../server/auth/throttle';
import { contentUrl } from '../../server/domain/documents/content-address';
import { newRequestId, readId, showId } from '../../server/domain/ids';
import { invitePerson } from '../../server/domain/people/invite-person';
import { revokeInvitation } from '../../server/domain/people/revoke-invitation';
import { openApiDocument } from '../../server/http/openapi/document';
import { asSuperuser, personContext, realKey, testOrg } from '../support/database';
import { makeApp, makePublicApp, pkce, Visitor } from '../support/oauth';
import { personWithTotp, withPassword } from '../support/second-factors';
import { startServer, type TestServer } from '../support/server';
import { signInAs } from '../support/session';
import { sendForm } from '../support/sign-in-forms';
import { connect, type Answer, type Client, type Wire } from './client';
import { insertKeys } from './credentials';
import { OPERATIONS, PROCEDURES, SCOPES, type Role } from './policy';
import { ownCases, portalCases } from './portal-inputs';
import { judgeRecords, over, ownAddress, refusalOf, type Expected, type Try } from './recorded';
import { makeScene, neverId, viewOfLive, type Scene } from './scene';

/**
 * Every refusal is recorded once, with its code: in the audit of the organisation that it concerns, and where none is known
 * as a security event. Each operation of the OpenAPI document and each procedure is asked by every kind of caller who is
 * refused; the other doors by what each of them refuses.
 */

let server: TestServer;
let scene: Scene;
let client: Client;

beforeAll(async () => {
  server = await startServer();
  scene = await makeScene();
  client = connect(server.url, 8, ownAddress);
}, 120_000);
afterAll(() => {
  client.close();
  return server.close();
});

const json = { 'Content-Type': 'application/json' };
const SAME = { 'Sec-Fetch-Site': 'same-origin' };
const FOREIGN = { 'Sec-Fetch-Site': 'cross-site' };
const SECRET = 'A'.repeat(43);
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const sign = async (role: Role) => signInAs(await personContext(scene.live.org, role));
const get = (path: string, headers: Record<string, string> = {}): Wire => ({ method: 'GET', path, headers });
const post = (path: string, body: string, headers: Record<string, string> = {}): Wire => ({
  method: 'POST',
  path,
  headers: { ...json, ...SAME, ...headers },
  body,
});

/** Credentials that open nothing, and what the answer says of them. */
async function badKeys(): Promise<[string, Record<string, string>, string][]> {
  const make = async (column: string) => (await insertKeys('live', scene.live, [SCOPES], column))[0]!;
  const closed = await testOrg();
  const suspended = await realKey(closed);
  await asSuperuser('UPDATE organisations SET suspended_at = now() WHERE id = $1', [closed.orgId]);
  return [
    ['nobody', {}, 'missing_credentials'],
    ['a made-up key', bearer('nonsense'), 'invalid_credentials'],
    ['a revoked key', bearer(await make('revoked_at = now()')), 'invalid_credentials'],
    ['an expired key', bearer(await make("expires_at = now() - interval '1 second'")), 'invalid_credentials'],
    ['a key of other addresses', bearer(await make("ip_allow_list = '{192.0.2.0/24}'")), 'ip_not_allowed'],
    ['a key of a suspended organisation', bearer(suspended), 'invalid_credentials'],
  ];
}

describe('every refusal is recorded once', () => {
  it('of each operation of the OpenAPI document', async () => {
    const { live, otherLive } = scene;
    const [all, none] = await insertKeys('live', live, [SCOPES, []]);
    const bad = await badKeys();
    const { paths } = openApiDocument('/') as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const tries = Object.entries(paths).flatMap(([at, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => {
        const { scopes, id } = OPERATIONS[operationId]!;
        const body = { post: '{}', patch: '{"language":"de"}' }[method];
        const action = actionOf(operationId);
        const add = (who: string, headers: Record<string, string>, expected: Expected, thing?: string) => {
          const path = at.replace('{id}', thing ?? live.things[id ?? 'patient']);
          const wire = { method: method.toUpperCase(), path, headers: { ...headers, ...(body ? json : {}) } };
          return over(client, `${operationId}: ${who}`, body ? { ...wire, body } : wire, expected);
        };
        const gone = { action, code: 'not_found' };
        return [
          ...bad.map(([who, headers, code]) => add(who, headers, { code })),
          ...(scopes.length > 0
            ? [add('without the scope', bearer(none!), { action, code: 'insufficient_scope' })]
            : []),
          ...(id ? [add('never existed', bearer(all!), gone, neverId(id))] : []),
          ...(id ? [add('of another organisation', bearer(all!), gone, otherLive.things[id])] : []),
        ];
      }),
    );
    const action = 'unknown_path';
    tries.push(
      over(client, 'an unknown path', get('/v1/nothing', bearer(all!)), { action, code: 'not_found' }),
      over(
        client,
        'another method',
        { ...get('/v1/patients', bearer(all!)), method: 'PUT' },
        {
          ...{ action, code: 'method_not_allowed' },
        },
      ),
    );
    expect(await judgeRecords(tries)).toEqual([]);
    expect(tries.length).toBeGreaterThan(140);
  }, 120_000);

  it('of each procedure of the portal', async () => {
    const view = viewOfLive(scene);
    const [viewer, admin, switched] = [await sign('viewer'), await sign('admin'), await sign('admin')];
    const [old, ended] = [await sign('admin'), await sign('admin')];
    const change = (column: string, { sid }: { sid: string }) =>
      asSuperuser(`UPDATE auth_sessions SET ${column} WHERE secret_hash = sha256($1::bytea)`, [
        Buffer.from(sid),
      ]);
    await change("authenticated_at = now() - interval '11 minutes'", old);
    await change('revoked_at = now()', ended);
    const { step } = await withPassword((await personWithTotp(scene.live.org, 'admin')).person);
    const half = `${authCookieName('step')}=${step}; ${(await sessionCookie(step!)).split(';')[0]}`;
    const page = (cookie: string) => ({ ...SAME, Cookie: cookie });
    const outside: [string, Record<string, string>, string][] = [
      ['nobody', SAME, 'missing_credentials'],
      ['an ended session', page(ended.cookie), 'missing_credentials'],
      ['a sign-in without its second factor', page(half), 'missing_credentials'],
      ['a page of another site', { ...FOREIGN, Cookie: admin.cookie }, 'forbidden'],
    ];
    const elsewhere = { 'X-Clinical-Organisation': showId('organisation', scene.otherLive.org.orgId) };
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: 'query' | 'mutation' } }
    >;
    const tries: Try[] = [];
    for (const [procedure, { _def }] of Object.entries(procedures)) {
      const { role, id } = PROCEDURES[procedure]!;
      const existing = () => Promise.resolve(view.own.things[id!]);
      const own = await ownCases(procedure)[0]!.input(view, existing);
      const action = actionOf(procedure);
      const add = (who: string, headers: Record<string, string>, expected: Expected, input = own) => {
        const text = JSON.stringify(input);
        const wire =
          _def.type === 'query'
            ? get(`/api/trpc/${procedure}?input=${encodeURIComponent(text)}`, headers)
            : post(`/api/trpc/${procedure}`, text, headers);
        tries.push(over(client, `${procedure}: ${who}`, wire, expected));
      };
      for (const [who, headers, code] of outside) add(who, headers, { code });
      add(
        'a page of another organisation',
        { ...page(switched.cookie), ...elsewhere },
        {
          ...{ action, code: 'organisation_changed' },
        },
      );
      // Without the scope or without the role: which of them is the verb's word.
      if (role !== 'viewer') add('a viewer', page(viewer.cookie), { action });
      if (STEP_UP.includes(procedure))
        add('nothing proven lately', page(old.cookie), { action, code: 'reauthentication_required' });
      for (const one of portalCases(procedure))
        if (typeof one.answer === 'object' && /^(of )?otherOrg$|^never existed$/.test(one.name)) {
          const { code } = one.answer;
          add(one.name, page(admin.cookie), { action, code }, await one.input(view, existing));
        }
    }
    const asked = (name: string, path: string, action: string, code: string) =>
      tries.push(over(client, name, get(`/api/trpc${path}`, page(admin.cookie)), { action, code }));
    asked('an unknown procedure', '/patients.readMinds?input=%7B%7D', 'unknown_path', 'not_found');
    asked('no procedure', '', 'unknown_path', 'not_found');
    asked('a batch', '/patients.listPatients?batch=1&input=%7B%7D', 'list_patients', 'invalid_json');
    asked('no JSON', '/patients.listPatients?input=%7B', 'list_patients', 'invalid_json');
    asked(
      'a mutation by GET',
      '/patients.deletePatient?input=%7B%7D',
      'delete_patient',
      'method_not_allowed',
    );
    expect(await judgeRecords(tries)).toEqual([]);
    expect(tries.length).toBeGreaterThan(450);
    expect(tries.filter(({ name }) => name.endsWith('proven lately')).length).toBe(STEP_UP.length);
  }, 120_000);

  it('of the doors for documents, passwords and invitations', async () => {
    const { live } = scene;
    const { cookie } = await sign('viewer');
    const invited = async () => {
      const email = `${newRequestId()}@example.org`;
      const made = await invitePerson(live.admin, { name: 'Somebody', email, role: 'viewer' });
      return { id: made.id, secret: made.link!.split('/').at(-1)! };
    };
    const [open, withdrawn] = [await invited(), await invited()];
    await revokeInvitation(live.admin, { id: withdrawn.id });
    const link = (password: string) => JSON.stringify({ secret: SECRET, password });
    const take = (secret: string, password = 'nine lives of a lab cat', account = 'new') =>
      JSON.stringify({ secret, account, password });
    const documentId = readId('document', live.things.document)!;
    const past = new URL(contentUrl(live.admin, documentId, Date.now() - 3_600_000)!).pathname;
    const [documents, password, accept] = [
      '/api/portal/documents',
      '/api/portal/password',
      '/api/public/accept-invitation',
    ];
    const [taken, refused] = ['accept_invitation', 'validation_failed'];
    const list: [string, Wire, Expected][] = [
      ['an upload of nobody', post(documents, ''), { code: 'missing_credentials' }],
      [
        'an upload of another site',
        post(documents, '', { Cookie: cookie, ...FOREIGN }),
        { code: 'forbidden' },
      ],
      ['an upload of a viewer', post(documents, '', { Cookie: cookie }), { action: 'create_document' }],
      ['an upload by GET', get(documents), { code: 'method_not_allowed' }],
      ['below the uploads', get(`${documents}/x`), { code: 'not_found' }],
      ['an unsigned address', get('/content/x'), { code: 'not_found' }],
      ['an address that is over', get(past), { action: 'download_document', code: 'token_expired' }],
      ['an unknown upload', { ...get(`/uploads/${SECRET}`), method: 'PUT' }, { code: 'not_found' }],
      ['an upload by POST', post(`/uploads/${SECRET}`, '{}'), { code: 'method_not_allowed' }],
      ['no mail', post(`${password}/forgot`, '{"email":"a@example.org"}'), { code: 'invalid_state' }],
      ['no JSON for a link', post(`${password}/forgot`, '{'), { code: 'invalid_json' }],
      [
        'an unknown link',
        post(`${password}/reset`, link('nine lives of a lab cat')),
        { code: 'reset_refused', says: 'not_found' },
      ],
      [
        'a common password by a link',
        post(`${password}/reset`, link('passwordpassword')),
        { code: 'reset_refused', says: refused },
      ],
      ['a link without a password', post(`${password}/reset`, '{}'), { code: refused }],
      ['a link of another site', post(`${password}/reset`, '{}', FOREIGN), { code: 'forbidden' }],
      ['a link by GET', get(`${password}/reset`), { code: 'method_not_allowed' }],
      ['below passwords', post(`${password}/x`, '{}'), { code: 'not_found' }],
      ['an unknown invitation', post(accept, take(SECRET)), { code: 'not_found' }],
      ['a withdrawn invitation', post(accept, take(withdrawn.secret)), { action: taken, code: 'not_found' }],
      [
        'a common password of somebody invited',
        post(accept, take(open.secret, 'passwordpassword')),
        { action: taken, code: refused },
      ],
      [
        'a wrong password of somebody invited',
        post(accept, take(open.secret, 'not mine', 'existing')),
        { action: taken, code: refused },
      ],
      ['no JSON for an invitation', post(accept, '{'), { code: 'invalid_json' }],
      ['an invitation without a secret', post(accept, '{}'), { code: refused }],
      ['an invitation of another site', post(accept, '{}', FOREIGN), { code: 'forbidden' }],
      ['below the public forms', post('/api/public/x', '{}'), { code: 'not_found' }],
    ];
    expect(
      await judgeRecords(list.map(([name, wire, expected]) => over(client, name, wire, expected))),
    ).toEqual([]);
  });

  it('of sign-in, its second half and step-up', async () => {
    const { org } = scene.live;
    const person = await personContext(org, 'clinician');
    const disabled = await personContext(org, 'clinician');
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.actor.id]);
    const closed = await personContext(await testOrg(), 'clinician');
    await asSuperuser('UPDATE organisations SET suspended_at = now() WHERE id = $1', [closed.actor.orgId]);
    const locked = `${newRequestId()}@example.org`;
    await asSuperuser(
      "INSERT INTO sign_in_throttles (key, failures, locked_until, updated_at) VALUES ($1, 9, now() + interval '1 hour', now())",
      [throttleKey('account', emailHash(locked))],
    );
    const { step } = await withPassword((await personWithTotp(org)).person);
    const session = await signInAs(person);
    const cookies = { [sessionCookieName()]: session.cookie.slice(session.cookie.indexOf('=') + 1) };
    const ended = { [sessionCookieName()]: (await sessionCookie(SECRET)).split(';')[0]!.split('=')[1]! };
    const factor = { [authCookieName('step')]: step! };
    const unknown = { [authCookieName('step')]: SECRET };
    const { email } = person;
    const wrong = { email, password: 'not the password' };
    const nobody = { email: 'nobody@example.org', password: 'not the password' };
    const of = ({ email, password }: { email: string; password: string }) => ({ email, password });
    type Form = [
      string,
      Parameters<typeof sendForm>[0],
      Record<string, string>,
      Record<string, string>,
      Expected,
    ];
    const [failed, second] = [{ code: 'sign_in_failed' }, { code: 'second_factor_failed' }];
    const forms: Form[] = [
      ['a wrong password', 'credentials', wrong, {}, failed],
      ['an unknown address', 'credentials', nobody, {}, failed],
      ['no password', 'credentials', { email }, {}, failed],
      ['a disabled person', 'credentials', of(disabled), {}, failed],
      ['a member of a suspended organisation', 'credentials', of(closed), {}, failed],
      ['a locked account', 'credentials', { email: locked, password: 'x' }, {}, { code: 'sign_in_locked' }],
      ['a code without a step', 'second-factor', { code: '123456' }, {}, second],
      ['a code in an unknown step', 'second-factor', { code: '123456' }, unknown, second],
      ['no code', 'second-factor', {}, factor, second],
      ['a wrong code', 'second-factor', { code: 'wrong' }, factor, second],
      ['a passkey without a step', 'passkey', { passkey: '{}' }, {}, failed],
      ['a passkey that is none', 'passkey', { passkey: '{}' }, unknown, failed],
      ['a step-up of nobody', 'step-up', { password: 'x' }, {}, { code: 'missing_credentials' }],
      ['a step-up in no session', 'step-up', { password: 'x' }, ended, { code: 'missing_credentials' }],
      ['a step-up by a first factor', 'step-up', { new_totp: '123456' }, cookies, second],
      [
        'a step-up with a wrong password',
        'step-up',
        { password: 'not it' },
        cookies,
        { action: 'step_up', code: 'invalid_credentials' },
      ],
    ];
    const tries = forms.map(([name, id, fields, given, expected]): Try => ({
      name,
      expected,
      send: async () => {
        const requestId = newRequestId();
        const headers = { 'x-request-id': requestId, 'x-clinical-ip': ownAddress() };
        const { sid } = await sendForm(id, fields, given, headers);
        return { requestId, status: sid ? 200 : 401, code: null };
      },
    }));
    const ask = (name: string, method: 'GET' | 'POST', path: string, code: string, body?: string): Try => ({
      name,
      expected: { code },
      send: async () => {
        const requestId = newRequestId();
        const headers = { 'x-request-id': requestId, 'x-clinical-ip': ownAddress(), ...json };
        const request = new NextRequest(`${server.url}/api/auth/${path}`, {
          ...{ method, headers },
          ...(body === undefined ? {} : { body }),
        });
        const answer = await (method === 'GET' ? GET : POST)(request, {
          params: Promise.resolve({ nextauth: path.split('/') }),
        });
        return { requestId, status: answer.status, code: ((await answer.json()) as { code: string }).code };
      },
    });
    const door = (name: string, path: string, headers: Record<string, string>, code: string) =>
      over(client, name, post(`/api/sign-in/${path}`, '', headers), { code });
    tries.push(
      ask('below sign-in', 'GET', 'x', 'not_found'),
      ask('a form by GET', 'GET', 'callback/credentials', 'method_not_allowed'),
      ask('a form as JSON', 'POST', 'callback/credentials', 'unsupported_media_type', '{}'),
      ask('an address that is none', 'GET', 'signin?callbackUrl=javascript:1', 'invalid_request'),
      door('a challenge without a step', 'second-factor', {}, 'missing_credentials'),
      door(
        'a challenge in an unknown step',
        'new-totp',
        { Cookie: `${authCookieName('step')}=${SECRET}` },
        'missing_credentials',
      ),
      door('a challenge of nobody', 'step-up', {}, 'missing_credentials'),
      door('a challenge for another site', 'passkey', FOREIGN, 'forbidden'),
      door('no challenge', 'x', {}, 'not_found'),
    );
    expect(await judgeRecords(tries)).toEqual([]);
  });

  it('of the authorization server', async () => {
    const { live, otherLive } = scene;
    const app = await makeApp(live.admin);
    const open = await makePublicApp(live.admin);
    const [clinician, viewer] = [await sign('clinician'), await sign('viewer')];
    const stranger = await signInAs(await personContext(otherLive.org, 'admin'));
    const { challenge } = pkce();
    const as = (
      name: string,
      cookie: string | null,
      expected: Expected,
      send: (visitor: Visitor) => Promise<Answer>,
    ): Try => ({
      name,
      expected,
      send: async () => {
        const visitor = new Visitor(server, cookie, ownAddress());
        try {
          return refusalOf(await send(visitor));
        } finally {
          visitor.close();
        }
      },
    });
    const wrongSecret = { ...app, secret: SECRET };
    const unknown = { ...app, id: neverId('oauthApp') };
    const client_ = { code: 'invalid_client' };
    const grant = { says: 'invalid_grant', code: 'invalid_grant' };
    const authorize = 'authorize';
    const form = { id: SECRET, csrf: SECRET, decision: 'allow', scope: 'labs:read' };
    const tries = [
      as('an unknown client', null, client_, (at) => at.authorize(unknown, challenge)),
      as('another address', null, client_, (at) =>
        at.authorize(app, challenge, { redirect_uri: 'https://evil.example/' }),
      ),
      as('by POST', null, { code: 'method_not_allowed' }, (at) => at.post('/oauth/authorize', app, {})),
      as('an unknown scope, signed out', null, { code: 'invalid_scope' }, (at) =>
        at.authorize(app, challenge, { scope: 'all' }),
      ),
      as('an unknown scope', clinician.cookie, { action: authorize, code: 'invalid_scope' }, (at) =>
        at.authorize(app, challenge, { scope: 'all' }),
      ),
      as('no proof key', clinician.cookie, { action: authorize, code: 'invalid_request' }, (at) =>
        at.authorize(app, challenge, { code_challenge_method: 'plain' }),
      ),
      as('silently, signed out', null, { code: 'login_required' }, (at) =>
        at.authorize(app, challenge, { prompt: 'none' }),
      ),
      as('silently, never asked', clinician.cookie, { action: authorize, code: 'consent_required' }, (at) =>
        at.authorize(app, challenge, { prompt: 'none' }),
      ),
      as('another organisation', stranger.cookie, { code: 'access_denied' }, (at) =>
        at.authorize(app, challenge),
      ),
      as('beyond the role', viewer.cookie, { action: authorize, code: 'access_denied' }, (at) =>
        at.authorize(app, challenge, { scope: 'patients:write' }),
      ),
      as('a decision by GET', clinician.cookie, { code: 'method_not_allowed' }, (at) =>
        at.get('/oauth/decide'),
      ),
      as('a decision of another site', clinician.cookie, { code: 'forbidden' }, (at) =>
        at.decide(form, FOREIGN),
      ),
      as('a decision of nobody', null, { code: 'missing_credentials' }, (at) => at.decide(form)),
      as('a decision without a form', clinician.cookie, { ...DECIDE, code: 'invalid_request' }, (at) =>
        at.decide({}),
      ),
      as('a decision on nothing', clinician.cookie, { ...DECIDE, code: 'not_found' }, (at) =>
        at.decide(form),
      ),
      ...['token', 'revoke', 'introspect'].flatMap((word) => {
        const path = `/oauth/${word}`;
        const given = { token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
        return [
          as(`${word} by GET`, null, { code: 'method_not_allowed', says: 'invalid_request' }, (at) =>
            at.get(path),
          ),
          as(`${word} of an unknown client`, null, client_, (at) => at.post(path, unknown, given)),
          as(`${word} with a wrong secret`, null, client_, (at) => at.post(path, wrongSecret, given)),
          as(`${word} with a parameter twice`, null, { code: 'invalid_request' }, (at) =>
            at.post(path, app, { token: ['x', 'y'] }),
          ),
        ];
      }),
      as('an unknown code', null, { action: 'redeem_code', ...grant }, (at) =>
        at.redeem(app, SECRET, SECRET),
      ),
      as('an unknown refresh token', null, { action: 'refresh_tokens', ...grant }, (at) =>
        at.refresh(app, SECRET),
      ),
      as('another grant', null, { action: 'issue_tokens', code: 'unsupported_grant_type' }, (at) =>
        at.post('/oauth/token', app, { grant_type: 'password' }),
      ),
      as('nothing to revoke', null, { action: 'revoke_token', code: 'invalid_request' }, (at) =>
        at.post('/oauth/revoke', app, {}),
      ),
      as(
        'a question of a public client',
        null,
        { action: 'introspect_token', code: 'unauthorized_client' },
        (at) => at.post('/oauth/introspect', open, { token: 'x' }),
      ),
      over(client, 'below what is known', get('/.well-known/x'), { code: 'not_found' }),
    ];
    expect(await judgeRecords(tries)).toEqual([]);
  });

  it.each<[string, number, Wire]>([
    ['challenges', 120, post('/api/sign-in/second-factor', '')],
    ['invitations', 60, post('/api/public/accept-invitation', '{')],
    ['links', 10, post('/api/portal/password/reset', '{')],
    ['authorization', 60, get('/oauth/authorize?client_id=x&redirect_uri=x')],
    [
      'tokens',
      10,
      post('/oauth/token', 'client_id=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ],
  ])('of too many from one address: %s', async (_what, quota, wire) => {
    const ip = ownAddress();
    const flood = connect(server.url, 1, ip);
    const statuses: number[] = [];
    for (let n = 0; n < quota + 3; n++) statuses.push((await flood.send(wire)).status);
    flood.close();
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    const counted = await asSuperuser<{ n: number }>(
      'SELECT sum(count)::int AS n FROM security_events WHERE ip = $1',
      [ip],
    );
    expect(counted).toEqual([{ n: quota + 3 }]);
  });
});

const DECIDE = { action: 'decide_consent' };

/** Procedures that ask for a proof of the last ten minutes. */
const STEP_UP = [
  'apiKeys.createApiKey',
  'apiKeys.rotateApiKey',
  'oauthApps.createOauthApp',
  'oauthApps.rotateOauthAppSecret',
  'organisations.updateOrganisationSettings',
  'people.changeRole',
  'people.createPasswordReset',
  'people.renewInvitation',
  'people.restoreMembership',
  'secondFactors.addPasskey',
  'secondFactors.beginPasskey',
  'secondFactors.beginTotp',
  'secondFactors.confirmTotp',
  'secondFactors.createRecoveryCodes',
  'secondFactors.removePasskey',
  'secondFactors.removeTotp',
  'secondFactors.resetSecondFactor',
  'webhooks.rotateWebhookSecret',
];
