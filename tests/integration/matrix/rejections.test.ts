import { describe, expect, it } from 'vitest';
import { actionOf } from '../../../server/api/trpc';
import { authCookieName } from '../../../server/auth/auth-cookies';
import { sessionCookie } from '../../../server/auth/session-cookie';
import { showId } from '../../../server/shared/ids';
import { openApiDocument } from '../../../server/http/openapi/document';
import { asSuperuser, personContext, realKey, testOrg } from '../../support/database';
import { portalProcedures } from '../../support/portal-procedures';
import { isFull } from '../../support/test-size';
import { personWithTotp, withPassword } from '../../support/second-factors';
import { signInAs } from '../../support/session';
import { insertKeys } from './credentials';
import { OPERATIONS, PROCEDURES, SCOPES, type Role } from './policy';
import { ownCases, portalCases } from './portal-inputs';
import {
  FOREIGN,
  get,
  json,
  checkRecords,
  over,
  ownAddress,
  post,
  SAME,
  type Expected,
  type Try,
} from './recorded';
import { makeFixture, neverId, pathTo, viewOfLive } from './fixture';
import { CLEAN } from './shape-bodies';
import { useSetup } from './setup';

/**
 * Every rejection is recorded once, with its code: in the audit of its organization, else as a security event. Each
 * operation of the OpenAPI document is called by every kind of rejected caller, each procedure by some and in the nightly
 * run by all; the other endpoints by each of their errors.
 */

const setup = useSetup(makeFixture, ownAddress);

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const sign = async (role: Role) => signInAs(await personContext(setup.fixture.live.org, role));

/** Invalid credentials, and the response to them. */
async function badKeys(): Promise<[string, Record<string, string>, string][]> {
  const make = async (column: string) => (await insertKeys('live', setup.fixture.live, [SCOPES], column))[0]!;
  const closed = await testOrg();
  const suspended = await realKey(closed);
  await asSuperuser('UPDATE organizations SET suspended_at = now() WHERE id = $1', [closed.orgId]);
  return [
    ['no credential', {}, 'missing_credentials'],
    ['a made-up key', bearer('nonsense'), 'invalid_credentials'],
    ['a revoked key', bearer(await make('revoked_at = now()')), 'invalid_credentials'],
    ['an expired key', bearer(await make("expires_at = now() - interval '1 second'")), 'invalid_credentials'],
    ['a key of other addresses', bearer(await make("ip_allow_list = '{192.0.2.0/24}'")), 'ip_not_allowed'],
    ['a key of a suspended organization', bearer(suspended), 'invalid_credentials'],
  ];
}

describe('rejection recorded once', () => {
  it('for each operation of the OpenAPI document', async () => {
    const { live, otherLive } = setup.fixture;
    const [all, none] = await insertKeys('live', live, [SCOPES, []]);
    const bad = await badKeys();
    const { paths } = openApiDocument('/') as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const tries = Object.entries(paths).flatMap(([template, methods], at) =>
      Object.entries(methods).flatMap(([method, { operationId }]) => {
        const { scopes, id, only } = OPERATIONS[operationId]!;
        const body = {
          post: JSON.stringify(id ? (CLEAN[operationId]?.(live) ?? {}) : {}),
          patch: JSON.stringify(CLEAN[operationId]?.(live)),
        }[method];
        const action = actionOf(operationId);
        const add = (who: string, headers: Record<string, string>, expected: Expected, thing?: string) => {
          const path = pathTo(template, thing ?? live.things[id ?? 'patient'], live);
          const wire = { method: method.toUpperCase(), path, headers: { ...headers, ...(body ? json : {}) } };
          return over(setup.client, `${operationId}: ${who}`, body ? { ...wire, body } : wire, expected);
        };
        const gone = { action, code: only ? 'forbidden' : 'not_found' };
        return [
          // Rejected before the operation is known: each of them without a credential, and with one of the others.
          ...bad
            .filter((_, nth) => isFull || nth === 0 || 1 + (at % (bad.length - 1)) === nth)
            .map(([who, headers, code]) => add(who, headers, { code })),
          ...(scopes.length > 0
            ? [add('without the scope', bearer(none!), { action, code: 'insufficient_scope' })]
            : []),
          ...(id ? [add('never existed', bearer(all!), gone, neverId(id))] : []),
          ...(id ? [add('of another organization', bearer(all!), gone, otherLive.things[id])] : []),
        ];
      }),
    );
    const action = 'unknown_path';
    tries.push(
      over(setup.client, 'an unknown path', get('/v1/nothing', bearer(all!)), { action, code: 'not_found' }),
      over(
        setup.client,
        'another method',
        { ...get('/v1/patients', bearer(all!)), method: 'PUT' },
        {
          action,
          code: 'method_not_allowed',
        },
      ),
    );
    expect(await checkRecords(tries)).toEqual([]);
    expect(tries.length).toBeGreaterThan(140);
  }, 120_000);

  it('for each procedure of the portal', async () => {
    const view = viewOfLive(setup.fixture);
    const [viewer, admin, switched] = [await sign('viewer'), await sign('admin'), await sign('admin')];
    const [old, ended] = [await sign('admin'), await sign('admin')];
    const change = (column: string, { sid }: { sid: string }) =>
      asSuperuser(`UPDATE auth_sessions SET ${column} WHERE secret_hash = sha256($1::bytea)`, [
        Buffer.from(sid),
      ]);
    await change("authenticated_at = now() - interval '11 minutes'", old);
    await change('revoked_at = now()', ended);
    const { step } = await withPassword((await personWithTotp(setup.fixture.live.org, 'admin')).person);
    const half = `${authCookieName('step')}=${step}; ${(await sessionCookie(step!)).split(';')[0]}`;
    const page = (cookie: string) => ({ ...SAME, Cookie: cookie });
    const outside: [string, Record<string, string>, string][] = [
      ['no credential', SAME, 'missing_credentials'],
      ['an ended session', page(ended.cookie), 'missing_credentials'],
      ['a sign-in without its second factor', page(half), 'missing_credentials'],
      ['a page of another site', { ...FOREIGN, Cookie: admin.cookie }, 'forbidden'],
    ];
    const elsewhere = {
      'X-Clinical-Organization': showId('organization', setup.fixture.otherLive.org.orgId),
    };
    const tries: Try[] = [];
    // A fifth, because all procedures share the code that records, and those that ask for a recent authentication.
    const chosen = Object.entries(portalProcedures).filter(
      ([procedure], at) => isFull || STEP_UP.includes(procedure) || at % 5 === 0,
    );
    for (const [at, [procedure, { _def }]] of chosen.entries()) {
      const { role, id, only } = PROCEDURES[procedure]!;
      const existing = () => Promise.resolve(view.own.things[id!]);
      const own = await ownCases(procedure)[0]!.input(view, existing);
      const action = actionOf(procedure);
      const add = (who: string, headers: Record<string, string>, expected: Expected, input = own) => {
        const text = JSON.stringify(input);
        const wire =
          _def.type === 'query'
            ? get(`/api/trpc/${procedure}?input=${encodeURIComponent(text)}`, headers)
            : post(`/api/trpc/${procedure}`, text, headers);
        tries.push(over(setup.client, `${procedure}: ${who}`, wire, expected));
      };
      // Rejected before the procedure is known: each without a credential, and the others in turn.
      const isTurn = (nth: number) => isFull || at % outside.length === nth;
      for (const [nth, [who, headers, code]] of outside.entries())
        if (nth === 0 || isTurn(nth)) add(who, headers, { code });
      if (isTurn(0))
        add(
          'a page of another organization',
          { ...page(switched.cookie), ...elsewhere },
          {
            action,
            code: 'organisation_changed',
          },
        );
      // Without the scope or without the role, depending on the operation.
      // The portal matrix requests them for each procedure.
      const isChosen = isFull || at % 4 === 0;
      if (role !== 'viewer' && isChosen) add('a viewer', page(viewer.cookie), { action });
      if (STEP_UP.includes(procedure))
        add('no recent authentication', page(old.cookie), { action, code: 'reauthentication_required' });
      for (const one of isChosen ? portalCases(procedure) : [])
        if (typeof one.answer === 'object' && /^(of )?otherOrg$|^never existed$/.test(one.name)) {
          // The organization is live.
          const code = only === 'sandbox' ? 'forbidden' : one.answer.code;
          add(one.name, page(admin.cookie), { action, code }, await one.input(view, existing));
        }
    }
    const asked = (name: string, path: string, action: string, code: string) =>
      tries.push(over(setup.client, name, get(`/api/trpc${path}`, page(admin.cookie)), { action, code }));
    asked('an unknown procedure', '/patients.readMinds?input=%7B%7D', 'unknown_path', 'not_found');
    asked('no procedure', '', 'unknown_path', 'not_found');
    asked('a batch', '/patients.listCharts?batch=1&input=%7B%7D', 'list_charts', 'invalid_json');
    asked('no JSON', '/patients.listCharts?input=%7B', 'list_charts', 'invalid_json');
    asked(
      'a mutation by GET',
      '/patients.deletePatient?input=%7B%7D',
      'delete_patient',
      'method_not_allowed',
    );
    expect(await checkRecords(tries)).toEqual([]);
    expect(tries.length).toBeGreaterThan(isFull ? 450 : 90);
    expect(tries.filter(({ name }) => name.endsWith('recent authentication')).length).toBe(STEP_UP.length);
  }, 120_000);
});

/** Procedures that require authentication within the last ten minutes. */
const STEP_UP = [
  'apiKeys.createApiKey',
  'apiKeys.rotateApiKey',
  'labConnections.createIngestKey',
  'labConnections.createLabConnection',
  'oauthApps.createOauthApp',
  'oauthApps.rotateOauthAppSecret',
  'orderDestinations.saveOrderDestination',
  'organizations.removeOrganizationLogo',
  'organizations.setOrganizationLogo',
  'organizations.updateOrganizationSettings',
  'people.changeRole',
  'people.correctPersonName',
  'people.createPasswordReset',
  'people.renewInvitation',
  'people.restoreMembership',
  'provisioning.createScimToken',
  'singleSignOn.beginIdentityLink',
  'singleSignOn.beginSignOnTest',
  'singleSignOn.createTokenKey',
  'singleSignOn.deleteIdentityProvider',
  'singleSignOn.deleteTokenKeys',
  'singleSignOn.saveIdentityProvider',
  'singleSignOn.setSingleSignOn',
  'singleSignOn.unlinkIdentity',
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
