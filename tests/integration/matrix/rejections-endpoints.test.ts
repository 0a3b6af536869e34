import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { GET, POST } from '../../../app/api/auth/[...nextauth]/route';
import { authCookieName } from '../../../server/auth/auth-cookies';
import { emailHash } from '../../../server/auth/password';
import { sessionCookie, sessionCookieName } from '../../../server/auth/session-cookie';
import { throttleKey } from '../../../server/rate-limits/throttle';
import { contentUrl } from '../../../server/domain/documents/content-address';
import { newRequestId, readId } from '../../../server/shared/ids';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { revokeInvitation } from '../../../server/domain/people/revoke-invitation';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { makeApp, makePublicApp, pkce, Visitor } from '../../support/oauth';
import { personWithTotp, withPassword } from '../../support/second-factors';
import { signInAs } from '../../support/session';
import { sendForm } from '../../support/sign-in-forms';
import { connect, type Answer, type Wire } from './client';
import { type Role } from './policy';
import {
  FOREIGN,
  get,
  json,
  checkRecords,
  over,
  ownAddress,
  post,
  errorFromThrown,
  type Expected,
  type Try,
} from './recorded';
import { makeLivePlaces, neverId } from './fixture';
import { heldFile, NO_UPLOAD } from './portal-inputs';
import { useSetup } from './setup';
import { nightly } from '../../support/test-size';

/** Every rejection is recorded once, at all endpoints except `/v1` and the procedures (`rejections.test.ts`). */

const setup = useSetup(makeLivePlaces, ownAddress);

const SECRET = 'A'.repeat(43);
const sign = async (role: Role) => signInAs(await personContext(setup.fixture.live.org, role));

const DECIDE = { action: 'decide_consent' };

describe('rejection recorded once', () => {
  it('at the endpoints for documents, passwords and invitations', async () => {
    const { live } = setup.fixture;
    const { cookie } = await sign('viewer');
    const invited = async () => {
      const email = `${newRequestId()}@example.org`;
      const made = await invitePerson(live.admin, { name: 'Sam Invited', email, role: 'viewer' });
      return { id: made.id, secret: made.link!.split('/').at(-1)! };
    };
    const [open, withdrawn] = [await invited(), await invited()];
    await revokeInvitation(live.admin, { id: withdrawn.id });
    const link = (password: string) => JSON.stringify({ secret: SECRET, password });
    const take = (secret: string, password = 'nine lives of a lab cat', account = 'new') =>
      JSON.stringify({ secret, account, password });
    const documentId = readId('document', live.things.document)!;
    const past = new URL(contentUrl(live.admin, documentId, Date.now() - 3_600_000)!).pathname;
    const [documents, ask, redeem, accept] = [
      '/api/portal/documents/uploads',
      '/api/public/request-password-reset',
      '/api/public/redeem-password-reset',
      '/api/public/accept-invitation',
    ];
    const content = `${documents}/${NO_UPLOAD}/content`;
    const held = heldFile(live.things.inboundDocument);
    const exports = `/api/portal/patient-exports/${live.things.patient}`;
    const [taken, rejected] = ['accept_invitation', 'validation_failed'];
    const list: [string, Wire, Expected][] = [
      ['an upload without credentials', post(documents, ''), { code: 'missing_credentials' }],
      [
        'an upload of another site',
        post(documents, '', { Cookie: cookie, ...FOREIGN }),
        { code: 'forbidden' },
      ],
      ['an upload of a viewer', post(documents, '', { Cookie: cookie }), { action: 'hold_upload' }],
      ['an upload by GET', get(documents), { code: 'method_not_allowed' }],
      ['below the uploads', get(`${documents}/x`), { code: 'not_found' }],
      ['an unfiled upload without credentials', get(content), { code: 'missing_credentials' }],
      [
        'an unfiled upload from another site',
        { ...get(content), headers: { Cookie: cookie, ...FOREIGN } },
        { code: 'forbidden' },
      ],
      [
        'an unfiled upload of a viewer',
        { ...get(content), headers: { Cookie: cookie } },
        { action: 'open_upload', code: 'insufficient_scope' },
      ],
      ['an unfiled upload by POST', post(content, '{}'), { code: 'method_not_allowed' }],
      ['a file of an unmatched document without credentials', get(held), { code: 'missing_credentials' }],
      [
        'a file of an unmatched document from another site',
        { ...get(held), headers: { Cookie: cookie, ...FOREIGN } },
        { code: 'forbidden' },
      ],
      [
        'a file of an unmatched document of a viewer',
        { ...get(held), headers: { Cookie: cookie } },
        { action: 'open_inbound_file', code: 'forbidden' },
      ],
      ['a file of an unmatched document by POST', post(held, '{}'), { code: 'method_not_allowed' }],
      ['below the unmatched documents', get('/api/portal/documents/inbound/x'), { code: 'not_found' }],
      ['an export without credentials', get(exports), { code: 'missing_credentials' }],
      [
        'an export of another site',
        { ...get(exports), headers: { Cookie: cookie, ...FOREIGN } },
        { code: 'forbidden' },
      ],
      [
        'an export of a viewer',
        { ...get(exports), headers: { Cookie: cookie } },
        { action: 'export_patient' },
      ],
      ['an export by POST', post(exports, '{}'), { code: 'method_not_allowed' }],
      ['an unsigned address', get('/content/x'), { code: 'not_found' }],
      ['an address that is over', get(past), { action: 'download_document', code: 'token_expired' }],
      ['an unknown upload', { ...get(`/uploads/${SECRET}`), method: 'PUT' }, { code: 'not_found' }],
      ['an upload by POST', post(`/uploads/${SECRET}`, '{}'), { code: 'method_not_allowed' }],
      ['no mail', post(ask, '{"email":"a@example.org"}'), { code: 'invalid_state' }],
      ['no JSON for a link', post(ask, '{'), { code: 'invalid_json' }],
      [
        'an unknown link',
        post(redeem, link('nine lives of a lab cat')),
        { code: 'reset_refused', says: 'not_found' },
      ],
      [
        'a common password by a link',
        post(redeem, link('passwordpassword')),
        { code: 'reset_refused', says: rejected },
      ],
      ['a link without a password', post(redeem, '{}'), { code: rejected }],
      ['a link of another site', post(redeem, '{}', FOREIGN), { code: 'forbidden' }],
      ['a link by GET', get(redeem), { code: 'method_not_allowed' }],
      ['an unknown invitation', post(accept, take(SECRET)), { code: 'not_found' }],
      ['a withdrawn invitation', post(accept, take(withdrawn.secret)), { action: taken, code: 'not_found' }],
      [
        'a common password of an invited user',
        post(accept, take(open.secret, 'passwordpassword')),
        { action: taken, code: rejected },
      ],
      [
        'a wrong password of an invited user',
        post(accept, take(open.secret, 'not mine', 'existing')),
        { action: taken, code: rejected },
      ],
      ['no JSON for an invitation', post(accept, '{'), { code: 'invalid_json' }],
      ['an invitation without a secret', post(accept, '{}'), { code: rejected }],
      ['an invitation of another site', post(accept, '{}', FOREIGN), { code: 'forbidden' }],
      ['an invitation by GET', get(accept), { code: 'method_not_allowed' }],
      ['a form in an encoding', post(accept, '{}', { 'Content-Encoding': 'br' }), {}],
      ['a form for another host', post(accept, '{}', { Host: 'elsewhere.example' }), {}],
      ['a form with an expectation', post(accept, '{}', { Expect: 'tea' }), {}],
      ['below the public forms', post('/api/public/x', '{}'), { code: 'not_found' }],
    ];
    expect(
      await checkRecords(list.map(([name, wire, expected]) => over(setup.client, name, wire, expected))),
    ).toEqual([]);
  });

  it('at sign-in, its second step and step-up', async () => {
    const { org } = setup.fixture.live;
    const person = await personContext(org, 'clinician');
    const disabled = await personContext(org, 'clinician');
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.actor.id]);
    const closed = await personContext(await testOrg(), 'clinician');
    await asSuperuser('UPDATE organizations SET suspended_at = now() WHERE id = $1', [closed.actor.orgId]);
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
    const unknownUser = { email: 'unknown@example.org', password: 'not the password' };
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
      ['an unknown address', 'credentials', unknownUser, {}, failed],
      ['no password', 'credentials', { email }, {}, failed],
      ['a disabled person', 'credentials', of(disabled), {}, failed],
      ['a member of a suspended organization', 'credentials', of(closed), {}, failed],
      ['a locked account', 'credentials', { email: locked, password: 'x' }, {}, { code: 'sign_in_locked' }],
      ['a code without a step', 'second-factor', { code: '123456' }, {}, second],
      ['a code in an unknown step', 'second-factor', { code: '123456' }, unknown, second],
      ['no code', 'second-factor', {}, factor, second],
      ['a wrong code', 'second-factor', { code: 'wrong' }, factor, second],
      ['a passkey without a step', 'passkey', { passkey: '{}' }, {}, failed],
      ['an invalid passkey', 'passkey', { passkey: '{}' }, unknown, failed],
      ['a step-up without credentials', 'step-up', { password: 'x' }, {}, { code: 'missing_credentials' }],
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
        const request = new NextRequest(`${setup.server.url}/api/auth/${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        const answer = await (method === 'GET' ? GET : POST)(request, {
          params: Promise.resolve({ nextauth: path.split('/') }),
        });
        return { requestId, status: answer.status, code: ((await answer.json()) as { code: string }).code };
      },
    });
    const endpoint = (name: string, path: string, headers: Record<string, string>, code: string) =>
      over(setup.client, name, post(`/api/sign-in/${path}`, '', headers), { code });
    tries.push(
      ask('below sign-in', 'GET', 'x', 'not_found'),
      ask('a form by GET', 'GET', 'callback/credentials', 'method_not_allowed'),
      ask('a form as JSON', 'POST', 'callback/credentials', 'unsupported_media_type', '{}'),
      ask('an invalid address', 'GET', 'signin?callbackUrl=javascript:1', 'invalid_request'),
      endpoint('a challenge without a step', 'second-factor', {}, 'missing_credentials'),
      endpoint(
        'a challenge in an unknown step',
        'new-totp',
        { Cookie: `${authCookieName('step')}=${SECRET}` },
        'missing_credentials',
      ),
      endpoint('a challenge without credentials', 'step-up', {}, 'missing_credentials'),
      endpoint('a challenge for another site', 'passkey', FOREIGN, 'forbidden'),
      endpoint('no challenge', 'x', {}, 'not_found'),
    );
    expect(await checkRecords(tries)).toEqual([]);
  });

  it('at the authorization server', async () => {
    const { live, otherLive } = setup.fixture;
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
        const visitor = new Visitor(setup.server, cookie, ownAddress());
        try {
          return errorFromThrown(await send(visitor));
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
      as('another organization', stranger.cookie, { code: 'access_denied' }, (at) =>
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
      as('a decision without credentials', null, { code: 'missing_credentials' }, (at) => at.decide(form)),
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
      over(setup.client, 'below known paths', get('/.well-known/x'), { code: 'not_found' }),
    ];
    expect(await checkRecords(tries)).toEqual([]);
  });

  it.each<[string, number, Wire]>([
    ['challenges', 120, post('/api/sign-in/second-factor', '')],
    ['invitations', 60, post('/api/public/accept-invitation', '{')],
    ['links', 10, post('/api/public/redeem-password-reset', '{')],
    ['authorization', 60, get('/oauth/authorize?client_id=x&redirect_uri=x')],
    [
      'tokens',
      10,
      post('/oauth/token', 'client_id=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ],
  ])('at the limit for one address: %s', nightly, async (_what, quota, wire) => {
    const ip = ownAddress();
    const flood = connect(setup.server.url, 1, ip);
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
