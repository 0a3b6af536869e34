import { describe, expect, it } from 'vitest';
import { authCookieName } from '../../../server/auth/auth-cookies';
import { endOfSession, parseCookies, sessionOfSecret } from '../../../server/auth/portal-session';
import type { SecondFactorRule } from '../../../server/data-types/organization-codes';
import { previewSecondFactor } from '../../../server/domain/organizations/preview-second-factor';
import { updateOrganizationSettings } from '../../../server/domain/organizations/update-organization-settings';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { makeApp, pkce, Visitor } from '../../support/oauth';
import { personOf, signedIn } from '../../support/people';
import { portalProcedures as procedures } from '../../support/portal-procedures';
import { isFull, nightly } from '../../support/test-size';
import { meetBeforeWriting } from '../../support/locked-rows';
import { personWithTotp, portalContextOf, withPassword } from '../../support/second-factors';
import { sessionCookieFor, signInAs } from '../../support/session';
import { runConcurrently } from './client';
import { OPERATIONS, OTHER_ENDPOINTS, PROCEDURES, ROLES } from './policy';
import { heldFile, NO_UPLOAD, ownCases, SETTINGS } from './portal-inputs';
import { makeFixture, pathTo, viewOfLive } from './fixture';
import { useSetup } from './setup';

/**
 * C-03: where the organization requires a second factor, a password alone gives access to nothing: no procedure, no
 * consent, no other endpoint. `tests/browser/second-factor.spec.ts` tests the pages.
 */

const setup = useSetup(makeFixture);

const rule = (word: string) =>
  asSuperuser('UPDATE organizations SET second_factor = $1 WHERE id = $2', [
    word,
    setup.fixture.live.org.orgId,
  ]);

interface Holder {
  name: string;
  cookie: string;
}

/** Sessions of each role from before the rule, and a sign-in pending its second factor. The rule stays in effect. */
async function withoutFactor(): Promise<Holder[]> {
  const { org } = setup.fixture.live;
  const holders: Holder[] = [];
  for (const role of ROLES) {
    const person = await personContext(org, role);
    holders.push({ name: `${role}, session of before`, cookie: (await signInAs(person)).cookie });
  }
  await rule('everyone');
  const { step } = await withPassword(await personContext(org, 'admin'));
  holders.push(
    { name: 'step', cookie: `${authCookieName('step')}=${step}` },
    { name: 'step as session', cookie: await sessionCookieFor(step!) },
  );
  return holders;
}

type Ask = [method: string, path: string, body?: BodyInit];

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/**
 * Requests with a session cookie to each endpoint except `/v1`, the procedures and pages. Empty if it reads no
 * session.
 */
const ASKED: Record<string, () => Ask[]> = {
  '/healthz': () => [],
  '/readyz': () => [],
  '/metrics': () => [],
  '/.well-known': () => [],
  '/.well-known/security.txt': () => [],
  '/oauth/jwks': () => [],
  // API keys and access tokens only, as /v1.
  '/fhir': () => [['GET', '/fhir/R4/Patient']],
  '/ingest': () => [['GET', '/ingest/x']],
  '/api/trpc': () => [['GET', '/api/trpc/patients.listCharts?input=%7B%7D']],
  '/api/sign-in': () => [['POST', '/api/sign-in/step-up']],
  '/api/portal/documents/uploads': () => {
    const body = new FormData();
    body.set('metadata', JSON.stringify({ patient_id: setup.fixture.live.things.patient }));
    body.set('file', new Blob(['A note.']), 'note.txt');
    return [
      ['POST', '/api/portal/documents/uploads', body],
      ['GET', `/api/portal/documents/uploads/${setup.fixture.live.things.document}`],
      ['GET', `/api/portal/documents/uploads/${NO_UPLOAD}/content`],
    ];
  },
  '/api/portal/documents/inbound': () => [['GET', heldFile(setup.fixture.live.things.inboundDocument)]],
  '/api/portal/patient-exports': () => [
    ['GET', `/api/portal/patient-exports/${setup.fixture.live.things.patient}`],
  ],
  '/api/portal/logo': () => [['GET', `/api/portal/logo/${'0'.repeat(64)}`]],
  '/scim/v2': () => [['GET', '/scim/v2/Users']],
  '/api/single-sign-on': () => [['POST', '/api/single-sign-on/none/logout', '']],
  '/api/public': () => [
    ['POST', '/api/public/patients', '{}'],
    ['POST', '/api/public/redeem-password-reset', '{}'],
  ],
  '/content': () => [['GET', `/content/${setup.fixture.live.things.document}`]],
  '/uploads': () => [['PUT', `/uploads/${setup.fixture.live.things.document}`, 'A note.']],
  '/oauth/authorize': () => [['GET', '/oauth/authorize?client_id=x&redirect_uri=x']],
  '/oauth/decide': () => [
    ['POST', '/oauth/decide', form({ id: 'x'.repeat(43), csrf: 'x', decision: 'allow' })],
  ],
  ...Object.fromEntries(
    ['token', 'revoke', 'introspect'].map((word) => [
      `/oauth/${word}`,
      (): Ask[] => [['POST', `/oauth/${word}`, form({ token: 'x', grant_type: 'refresh_token' })]],
    ]),
  ),
  // Pages.
  '/oauth/consent': () => [],
  '/invitation': () => [],
  '/reset-password': () => [],
};

async function ask({ cookie }: Holder, [method, path, body]: Ask): Promise<{ status: number; text: string }> {
  const answer = await fetch(setup.server.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe('session without a required second factor', () => {
  it('is rejected by all other endpoints, and no list of endpoints omits one', async () => {
    expect(Object.keys(ASKED).sort()).toEqual([...OTHER_ENDPOINTS].sort());
    const { own } = viewOfLive(setup.fixture);
    const asked = [
      ...Object.values(ASKED).flatMap((of) => of()),
      ...Object.values(OPERATIONS)
        .filter(({ method }) => method === 'GET')
        .map(({ path }): Ask => ['GET', pathTo(path, own.things.patient, own)]),
    ];
    const wrong: string[] = [];
    const [before, ...others] = await withoutFactor();
    for (const holder of [before!, ...others])
      for (const one of asked) {
        const { status, text } = await ask(holder, one);
        const reported = [own.family, own.mrn, own.orderNumber, 'A note'].find((mark) => text.includes(mark));
        if (status < 300 || reported)
          wrong.push(`${holder.name}: ${one[0]} ${one[1]}: ${status} ${reported ?? ''}`);
      }
    expect(wrong).toEqual([]);
    await rule('optional');
    // The request and its caller were otherwise valid.
    const sent = await Promise.all(
      ['/api/sign-in', '/api/portal/documents/uploads', '/api/trpc'].map((endpoint) =>
        ask(before!, ASKED[endpoint]!()[0]!),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 403, 200]);
  }, 60_000);

  it(
    'gets no answer from any procedure, whether older or half-finished',
    { ...nightly, timeout: 60_000 },
    async () => {
      const holders = await withoutFactor();
      const view = viewOfLive(setup.fixture);
      const wrong: string[] = [];
      // Each procedure with one of the sessions and half-finished sign-ins in turn; in the nightly run with all.
      const tries = holders.flatMap((holder, nth) =>
        Object.keys(procedures)
          .filter((_, at) => isFull || at % holders.length === nth)
          .map((procedure) => ({ ...holder, procedure })),
      );
      await runConcurrently(8, tries, async ({ name, cookie, procedure }) => {
        const own = ownCases(procedure)[0]!;
        const kind = PROCEDURES[procedure]!.id;
        const input = JSON.stringify(await own.input(view, () => Promise.resolve(view.own.things[kind!])));
        const isQuery = procedures[procedure]!._def.type === 'query';
        const answer = await setup.client.send({
          method: isQuery ? 'GET' : 'POST',
          path: `/api/trpc/${procedure}${isQuery ? `?input=${encodeURIComponent(input)}` : ''}`,
          headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
          ...(isQuery ? {} : { body: input }),
        });
        if (answer.status !== 401 || answer.text.includes('"result"'))
          wrong.push(`${name}: ${procedure}: ${answer.status}`);
      });
      expect(wrong).toEqual([]);
      expect(new Set(tries.map(({ procedure }) => procedure)).size).toBe(Object.keys(procedures).length);

      await rule('optional');
      // The same sessions are accepted again, so the rejections had no other cause.
      const again = await setup.client.send({
        method: 'GET',
        path: '/api/trpc/patients.listCharts?input=%7B%7D',
        headers: { Cookie: holders[0]!.cookie, 'Sec-Fetch-Site': 'same-origin' },
      });
      expect(again.status).toBe(200);
    },
  );

  it('cannot grant an application: a user with a password only has to sign in', async () => {
    const app = await makeApp(setup.fixture.live.admin);
    const person = await personContext(setup.fixture.live.org, 'clinician');
    const visitor = await Visitor.signedIn(setup.server, person);
    await rule('everyone');
    const { challenge } = pkce();
    const sent = await visitor.authorize(app, challenge);
    const secret = /\/oauth\/consent\/([\w-]{43})$/.exec(String(sent.headers.location))?.[1];
    expect(secret).toBeDefined();
    expect((await visitor.consentPage(secret!)).status).toBe(401);
    const silent = await visitor.authorize(app, challenge, { prompt: 'none' });
    expect(String(silent.headers.location)).toContain('error=login_required');
    visitor.close();
    await rule('optional');
  });

  it('continues for other roles when required of administrators only', async () => {
    const [admin, viewer] = [
      await signInAs(await personContext(setup.fixture.live.org, 'admin')),
      await signInAs(await personContext(setup.fixture.live.org, 'viewer')),
    ];
    await rule('admins');
    expect(await sessionOfSecret(admin.sid)).toBeNull();
    expect(await sessionOfSecret(viewer.sid)).not.toBeNull();
    await rule('optional');
  });

  it('cannot require it of others: an administrator enrolls first and stays signed in', async () => {
    const { org } = setup.fixture.live;
    const settings = { ...SETTINGS, second_factor: 'everyone' as const };
    const bare = await signInAs(await personContext(org, 'admin'));
    await expect(updateOrganizationSettings(await portalContextOf(bare.sid), settings)).rejects.toMatchObject(
      { code: 'invalid_state' },
    );
    const { sid } = await personWithTotp(org, 'admin');
    await updateOrganizationSettings(await portalContextOf(sid), settings);
    expect(await sessionOfSecret(sid)).not.toBeNull();
    expect(await sessionOfSecret(bare.sid)).toBeNull();
    await rule('optional');
  });

  it('stays ended when the requirement is withdrawn', async () => {
    const org = await testOrg();
    const { sid } = await personWithTotp(org, 'admin');
    const [admin, viewer, elsewhere] = [
      await signInAs(await personContext(org, 'admin')),
      await signInAs(await personContext(org, 'viewer')),
      await signInAs(await personContext(await testOrg(), 'viewer')),
    ];
    const save = async (second_factor: SecondFactorRule) => {
      const ctx = await portalContextOf(sid);
      await updateOrganizationSettings(ctx, { second_factor });
      const live = await Promise.all(
        [sid, admin.sid, viewer.sid, elsewhere.sid].map(async (one) => (await sessionOfSecret(one)) !== null),
      );
      const [row] = await auditRows(ctx.requestId);
      return { live, detail: row?.detail };
    };
    expect(await save('admins')).toEqual({
      live: [true, false, true, true],
      detail: { second_factor: { was: 'optional', is: 'admins' }, sessions: 1 },
    });
    expect((await previewSecondFactor(await portalContextOf(sid))).everyone.signed_out).toBe(1);
    expect(await save('everyone')).toMatchObject({
      live: [true, false, false, true],
      detail: { sessions: 1 },
    });
    expect(await endOfSession(parseCookies(viewer.cookie))).toBe('lacks_second_factor');
    expect((await previewSecondFactor(await portalContextOf(sid))).everyone.signed_out).toBe(0);
    expect(await save('optional')).toEqual({
      live: [true, false, false, true],
      detail: { second_factor: { was: 'everyone', is: 'optional' } },
    });
    expect(await endOfSession(parseCookies(viewer.cookie))).toBe('ended');
  });

  it('applies to a sign-in that meets its change', async () => {
    const org = await testOrg();
    const { sid } = await personWithTotp(org, 'admin');
    const [ctx, viewer] = [await portalContextOf(sid), await personContext(org, 'viewer')];
    const [, opened] = await meetBeforeWriting<unknown>('auth_sessions', [
      () => updateOrganizationSettings(ctx, { second_factor: 'everyone' }),
      () => withPassword(viewer),
    ]);
    expect(opened).toEqual({ status: 'fulfilled', value: { step: expect.any(String) as string } });
  });

  it('applies to a switch of organization that meets its change', async () => {
    const [first, org] = [await testOrg(), await testOrg()];
    const visitor = await signedIn(await personOf('viewer', first, org));
    const { sid } = await personWithTotp(org, 'admin');
    const ctx = await portalContextOf(sid);
    const [, switched] = await meetBeforeWriting<unknown>('auth_sessions', [
      () => updateOrganizationSettings(ctx, { second_factor: 'everyone' }),
      () => switchOrganization(visitor.ctx, { id: showId('organization', org.orgId) }),
    ]);
    expect(switched).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
  });
});
