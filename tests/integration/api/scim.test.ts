import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { handOverWork, listOpenWork } from '../../../server/domain/provisioning/open-work';
import { createScimToken, revokeScimToken } from '../../../server/domain/provisioning/tokens';
import { addIdentityDomain } from '../../../server/domain/single-sign-on/add-identity-domain';
import { saveIdentityProvider } from '../../../server/domain/single-sign-on/save-identity-provider';
import { verifyIdentityDomain } from '../../../server/domain/single-sign-on/verify-identity-domain';
import { SCIM } from '../../../server/rate-limits/policies';
import { newId } from '../../../server/shared/ids';
import { asSuperuser, personContext, realKey, testOrg, type TestOrg } from '../../support/database';
import { furnish } from '../../support/furnish';
import { idOf } from '../../support/members';
import { startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';

/** SCIM 2.0 with the requests that Entra ID and Okta document, and with garbage. */

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

let server: TestServer;
let org: TestOrg;
let admin: Awaited<ReturnType<typeof personContext>>;
let token: string;
let domain: string;

beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  admin = await personContext(org, 'admin');
  token = (await createScimToken(admin)).token!;
  domain = await ownDomain(org, admin);
});
afterAll(() => server.close());

async function ownDomain({ slug }: TestOrg, by: typeof admin): Promise<string> {
  const own = `${slug}.example`;
  const { domains } = await addIdentityDomain(by, { domain: own });
  await verifyIdentityDomain(by, { domain: own }, () => Promise.resolve([domains[0]!.record_value]));
  return own;
}

// oxlint-disable-next-line typescript/no-explicit-any -- responses are checked by the assertions
type Answer = { status: number; headers: Headers; json: any };

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${server.url}/scim/v2${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: text === '' ? null : JSON.parse(text) };
}

/** As Entra ID sends it. */
const entraUser = (name = newId()) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `ext-${name}`,
  userName: `${name}@${domain}`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}@${domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Given Family', familyName: 'Family', givenName: 'Given' },
  [ENTERPRISE]: { department: 'Cardiology' },
  roles: [],
});
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
const list = (path: string) =>
  send('GET', path).then(({ json }) => json as { totalResults: number; Resources: { id: string }[] });

describe('Entra ID', () => {
  it('finds, creates, changes, disables, enables and deletes a user', async () => {
    const wanted = entraUser();
    const filter = `?filter=${encodeURIComponent(`userName eq "${wanted.userName.toUpperCase()}"`)}`;
    expect(await list(`/Users${filter}`)).toMatchObject({ totalResults: 0, Resources: [] });
    const made = await send('POST', '/Users', wanted);
    expect(made.status).toBe(201);
    expect(made.headers.get('content-type')).toBe('application/scim+json');
    const { id } = made.json as { id: string };
    expect(made.headers.get('location')).toBe(made.json.meta.location);
    expect(made.json).toMatchObject({
      externalId: wanted.externalId,
      userName: wanted.userName,
      active: true,
      [ENTERPRISE]: { department: 'Cardiology' },
    });
    expect((await list(`/Users${filter}`)).Resources.map((one) => one.id)).toEqual([id]);
    expect((await send('POST', '/Users', wanted)).json).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    const changed = await send(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `updated@${domain}` },
        { op: 'Add', path: 'name.familyName', value: 'Updated' },
        { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Oncology' },
        { op: 'Replace', value: { displayName: 'Given Updated', 'name.formatted': 'Given Updated' } },
      ),
    );
    expect(changed.json).toMatchObject({
      displayName: 'Given Updated',
      name: { formatted: 'Given Updated', familyName: 'Updated', givenName: 'Given' },
      emails: [{ value: `updated@${domain}`, type: 'work', primary: true }],
      [ENTERPRISE]: { department: 'Oncology' },
    });
    const [account] = await asSuperuser<{ name: string; email: string }>(
      'select name, email from users where email = $1',
      [wanted.userName],
    );
    expect(account).toEqual({ name: 'Given Updated', email: wanted.userName });
    const off = await send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect(off.json.active).toBe(false);
    expect((await send('GET', `/Users/${id}`)).json.active).toBe(false);
    expect(
      (await send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }))).json
        .active,
    ).toBe(true);
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await send('GET', `/Users/${id}`)).status).toBe(404);
  });

  it('adds and removes members of a group, whose role follows', async () => {
    await saveIdentityProvider(admin, {
      issuer: 'https://93.184.216.34',
      client_id: 'portal',
      client_secret: 'secret',
      automatic: false,
      groups_claim: null,
      role_rules: [{ value: 'Doctors', role: 'clinician' }],
      default_role: null,
      checks_sessions: true,
      second_factor_values: [],
    });
    const { json: user } = await send('POST', '/Users', entraUser());
    const { json: group, status } = await send('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Doctors',
      externalId: 'g1',
    });
    expect(status).toBe(201);
    const at = `/Groups/${group.id as string}`;
    const role = async () => (await send('GET', `/Users/${user.id as string}`)).json.roles[0].value as string;
    expect(await role()).toBe('viewer');
    await send('PATCH', at, patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: user.id }] }));
    expect(await role()).toBe('clinician');
    expect((await send('GET', `${at}`)).json.members).toMatchObject([{ value: user.id }]);
    const found = await list(
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Doctors"')}`,
    );
    expect(found.Resources[0]).not.toHaveProperty('members');
    await send('PATCH', at, patch({ op: 'Remove', path: `members[value eq "${user.id as string}"]` }));
    expect(await role()).toBe('viewer');
    expect(
      (
        await send(
          'PATCH',
          at,
          patch({
            op: 'Add',
            path: 'members',
            value: [{ value: idOf(await personContext(await testOrg(), 'viewer')) }],
          }),
        )
      ).status,
    ).toBe(400);
    expect((await send('DELETE', at)).status).toBe(204);
  });

  it('gets what its documentation states for groups', async () => {
    const { json: user } = await send('POST', '/Users', entraUser());
    const made = await send('POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: newId(),
      displayName: 'Nurses',
      meta: { resourceType: 'Group' },
    });
    expect([made.status, made.json.members]).toEqual([201, []]);
    const at = `/Groups/${made.json.id as string}`;
    const members = async () => ((await send('GET', at)).json.members as { value: string }[]).map(valueOf);
    const { status, json, headers } = await send(
      'PATCH',
      at,
      patch({ op: 'Replace', path: 'displayName', value: 'Night nurses' }),
    );
    expect([status, json, headers.get('etag')]).toEqual([204, null, 'W/"2"']);
    expect((await send('GET', `${at}?excludedAttributes=members`)).json).not.toHaveProperty('members');
    const one = [{ $ref: null, value: user.id }];
    await send('PATCH', at, patch({ op: 'Add', path: 'members', value: one }));
    expect(await members()).toEqual([user.id]);
    await send('PATCH', at, patch({ op: 'Remove', path: 'members', value: one }));
    expect(await members()).toEqual([]);
    expect((await send('DELETE', at)).status).toBe(204);
  });
});

const valueOf = ({ value }: { value: string }) => value;

describe('Okta', () => {
  it('gets what its tests for SCIM servers expect', async () => {
    const LISTED = { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], startIndex: 1 };
    const users = await send('GET', '/Users?count=2&startIndex=1');
    expect(users.json).toMatchObject({ ...LISTED, itemsPerPage: expect.any(Number) as number });
    expect(users.json.Resources).not.toEqual([]);
    const groups = await send('GET', '/Groups?count=100&startIndex=1');
    expect(groups.json).toMatchObject({ ...LISTED, totalResults: expect.any(Number) as number });
    const userName = `${newId()}@${domain}`;
    const search = `/Users?count=100&filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1`;
    expect((await send('GET', search)).json).toMatchObject({ ...LISTED, totalResults: 0 });
    const unknown = await send('GET', `/Users/${newId()}`);
    expect(unknown).toMatchObject({
      status: 404,
      json: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        detail: expect.stringMatching(/./) as string,
      },
    });
    const name = { givenName: 'Grace', familyName: 'Hopper' };
    const created = await send(
      'POST',
      '/Users',
      {
        schemas: [USER],
        userName,
        name,
        emails: [{ primary: true, value: userName, type: 'work' }],
        displayName: 'Grace Hopper',
        externalId: newId(),
        groups: [],
        active: true,
      },
      { 'Content-Type': 'application/scim+json; charset=utf-8', 'Accept-Charset': 'utf-8' },
    );
    expect(created).toMatchObject({ status: 201, json: { active: true, name, userName, schemas: [USER] } });
    const at = `/Users/${created.json.id as string}`;
    expect(await send('GET', at)).toMatchObject({ status: 200, json: { name, userName } });
    const off = await send('PATCH', at, patch({ op: 'replace', value: { active: false } }));
    expect(off).toMatchObject({ status: 200, json: { active: false } });
  });

  it('renames groups, replaces their members, and deactivates by replacing a user', async () => {
    const [{ json: one }, { json: two }] = [
      await send('POST', '/Users', entraUser()),
      await send('POST', '/Users', entraUser()),
    ];
    const { json: group } = await send('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Surgeons',
      members: [{ value: one.id, display: one.userName }],
    });
    const at = `/Groups/${group.id as string}`;
    const changed = await send(
      'PATCH',
      `${at}?attributes=displayName,members`,
      patch(
        { op: 'replace', value: { id: group.id, displayName: 'All surgeons' } },
        { op: 'replace', path: 'members', value: [{ value: two.id, display: two.userName }] },
      ),
    );
    expect([changed.status, changed.json.displayName, changed.json.members.map(valueOf)]).toEqual([
      200,
      'All surgeons',
      [two.id],
    ]);
    const brief = await send('GET', `/Users/${two.id as string}?attributes=userName,name.familyName`);
    expect(Object.keys(brief.json).sort()).toEqual(['id', 'meta', 'name', 'schemas', 'userName']);
    const off = await send('PUT', `/Users/${one.id as string}`, { ...one, active: false });
    expect([off.status, off.json.active]).toEqual([200, false]);
  });

  it('pages through users, replaces one, and deactivates it, which ends its sessions at once', async () => {
    const member = await personContext(org, 'clinician');
    const { sid } = await signInAs(member);
    const page = await send('GET', '/Users?startIndex=1&count=2');
    expect(page.json).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    const next = await list('/Users?startIndex=3&count=2');
    expect(next.Resources.map(({ id }) => id)).not.toContain(page.json.Resources[0].id);
    const [mine] = (
      await list(
        `/Users?filter=${encodeURIComponent(`userName eq "${member.email}"`)}&startIndex=1&count=100`,
      )
    ).Resources;
    const at = `/Users/${mine!.id}`;
    const read = await send('GET', at);
    expect(read.headers.get('etag')).toBe('W/"0"');
    expect((await send('GET', at, undefined, { 'If-None-Match': 'W/"0"' })).status).toBe(304);
    const replaced = {
      ...read.json,
      name: { givenName: 'Test', familyName: 'Replaced' },
      displayName: 'Test Replaced',
      active: true,
    };
    expect((await send('PUT', at, replaced, { 'If-Match': 'W/"0"' })).headers.get('etag')).toBe('W/"1"');
    expect((await send('PUT', at, replaced, { 'If-Match': 'W/"0"' })).status).toBe(412);
    expect(await sessionOfSecret(sid)).not.toBeNull();
    const off = await send('PATCH', at, patch({ op: 'replace', value: { active: false } }));
    expect(off.json.active).toBe(false);
    expect(await sessionOfSecret(sid)).toBeNull();
    // Not even if the user returns.
    await send('PATCH', at, patch({ op: 'replace', value: { active: true } }));
    expect(await sessionOfSecret(sid)).toBeNull();
  });

  it('leaves open work for administrators to hand over', async () => {
    const place = await furnish('scim');
    const manager = await personContext(place.org, 'admin');
    const before = token;
    token = (await createScimToken(manager)).token!;
    const leaver = await personContext(place.org, 'clinician');
    const heir = await personContext(place.org, 'clinician');
    const order = { patient_id: place.ids.patient, items: [{ code: 'GLU' }], lab_id: 'example-lab' };
    await createLabOrder(leaver, createLabOrderInput.parse(order));
    const handOver = (id: string) => handOverWork(manager, { id, successor_id: idOf(heir) });
    await expect(handOver(idOf(leaver))).rejects.toMatchObject({ code: 'invalid_state' });
    await send('PATCH', `/Users/${idOf(leaver)}`, patch({ op: 'replace', value: { active: false } }));
    const mine = async () => (await listOpenWork(manager)).data.find(({ id }) => id === idOf(leaver));
    expect(await mine()).toMatchObject({ open_orders: 1, open_reports: 0 });
    await handOver(idOf(leaver));
    expect(await mine()).toBeUndefined();
    token = before;
  });
});

describe('rejects', () => {
  it('other credentials, and a revoked token', async () => {
    const key = await realKey(org);
    const { token: other, id } = await createScimToken(admin);
    const as = (value: string) =>
      send('GET', '/Users', undefined, { Authorization: value }).then(({ status }) => status);
    expect(await as(`Bearer ${other!}`)).toBe(200);
    await revokeScimToken(admin, { id });
    for (const value of [
      '',
      'Bearer',
      `Bearer ${key}`,
      `Bearer ${other!}`,
      `Basic ${token}`,
      `Bearer ${token}x`,
    ])
      expect(await as(value), value).toBe(401);
    const answer = await fetch(`${server.url}/v1/patients`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });

  it('users of another organization, addresses of other domains, and the end of the last administrator', async () => {
    const there = await testOrg();
    const victim = await personContext(there, 'admin');
    expect((await send('GET', `/Users/${idOf(victim)}`)).status).toBe(404);
    expect(
      (await send('PATCH', `/Users/${idOf(victim)}`, patch({ op: 'replace', value: { active: false } })))
        .status,
    ).toBe(404);
    const foreign = {
      ...entraUser(),
      userName: victim.email,
      emails: [{ value: victim.email, primary: true }],
    };
    expect((await send('POST', '/Users', foreign)).json).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
    });
    const alone = await testOrg();
    const only = await personContext(alone, 'admin');
    const before = token;
    token = (await createScimToken(only)).token!;
    expect(
      (await send('PATCH', `/Users/${idOf(only)}`, patch({ op: 'replace', value: { active: false } })))
        .status,
    ).toBe(409);
    expect((await send('DELETE', `/Users/${idOf(only)}`)).status).toBe(409);
    token = before;
  });

  it('more requests of an organization than its limit, without a limit on others', async () => {
    const own = token;
    const busy = await testOrg();
    token = (await createScimToken(await personContext(busy, 'admin'))).token!;
    const { quota } = SCIM;
    Object.assign(SCIM, { quota: 2 });
    try {
      expect((await send('GET', '/Users')).status).toBe(200);
      expect((await send('GET', '/Users')).status).toBe(200);
      const limited = await send('GET', '/Users');
      expect(limited).toMatchObject({
        status: 429,
        json: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '429' },
      });
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      token = own;
      expect((await send('GET', '/Users')).status).toBe(200);
    } finally {
      token = own;
      Object.assign(SCIM, { quota });
    }
  });

  it('garbage, with an error of SCIM', async () => {
    const { json: user } = await send('POST', '/Users', entraUser());
    const at = `/Users/${user.id as string}`;
    const cases: [string, string, unknown, number][] = [
      ['POST', '/Users', '{', 400],
      ['POST', '/Users', '[]', 400],
      ['POST', '/Users', {}, 400],
      ['POST', '/Users', { ...entraUser(), active: 'maybe' }, 400],
      ['POST', '/Users', { ...entraUser(), userName: 5 }, 400],
      ['PATCH', at, { Operations: [] }, 400],
      ['PATCH', at, patch(), 400],
      ['PATCH', at, patch({ op: 'explode' }), 400],
      ['PATCH', at, patch({ op: 'remove' }), 400],
      ['PATCH', at, patch({ op: 'replace', path: 'a[b', value: 1 }), 400],
      ['PATCH', at, patch({ op: 'replace', path: '__proto__.x', value: 1 }), 400],
      ['PATCH', at, patch({ op: 'replace', path: 'emails[type eq', value: 1 }), 400],
      ['PATCH', at, patch({ op: 'remove', path: 'userName' }), 400],
      ['GET', '/Users?filter=userName', undefined, 400],
      ['GET', `/Users?filter=${encodeURIComponent('userName eq "a" or active eq true')}`, undefined, 400],
      ['GET', '/Users?count=many', undefined, 400],
      ['GET', '/Nothing', undefined, 404],
      ['GET', '/Users/usr_1', undefined, 404],
      ['DELETE', '/Users', undefined, 405],
      ['POST', '/Schemas', {}, 405],
    ];
    for (const [method, path, body, status] of cases) {
      const answer = await send(method, path, body);
      expect([answer.status, answer.json.schemas], `${method} ${path} ${JSON.stringify(body)}`).toEqual([
        status,
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ]);
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect((await send('GET', at)).json.userName).toBe(user.userName);
  });
});

it('describes what it supports', async () => {
  expect((await send('GET', '/ServiceProviderConfig')).json).toMatchObject({
    patch: { supported: true },
    etag: { supported: true },
  });
  expect((await list('/ResourceTypes')).Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
  expect((await send('GET', `/Schemas/${USER}`)).json.id).toBe(USER);
});
