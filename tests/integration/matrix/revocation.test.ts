import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSession } from '../../../server/auth/portal-session';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { rotateApiKey } from '../../../server/domain/api-keys/rotate-api-key';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { findClient } from '../../../server/domain/oauth/client';
import { disconnectApp } from '../../../server/domain/oauth/disconnect-app';
import { changeRole } from '../../../server/domain/people/change-role';
import { endMembership } from '../../../server/domain/people/end-membership';
import { revokeAppGrants } from '../../../server/domain/oauth/revoke-app-grants';
import { revokeToken } from '../../../server/domain/oauth/revoke-token';
import { resumeOrganization } from '../../../server/domain/organizations/resume-organization';
import { suspendOrganization } from '../../../server/domain/organizations/suspend-organization';
import { asSuperuser, personContext } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { startServer, type TestServer } from '../../support/server';
import { connect, type Client, type Wire } from './client';
import { ROLES, SCOPES } from './policy';
import { insertGrants } from './credentials';
import { NOTE, type Place } from './fixture';
import { signInAs } from '../../support/session';
import { isFull, nightly } from '../../support/test-size';

/**
 * a revoked right ends with the commit that revokes it. `SENDERS` requests are in flight at that moment (12; the
 * nightly audit takes 200); each sender continues until it has sent one request after the commit, and none of those may
 * succeed.
 */

const SENDERS = isFull ? 200 : 12;
/** Number of credentials that the senders use in turn, because each is rate limited. */
const SHARERS = isFull ? 8 : 2;

let server: TestServer;
let place: Furnished;
let client: Client;

beforeAll(async () => {
  server = await startServer();
  place = await furnish('Revoked');
  client = connect(server.url, SENDERS);
}, 60_000);
afterAll(() => {
  client.close();
  return server.close();
});

interface Right {
  /** The senders take these requests in turn. */
  wires: Wire[];
  /** Resolves when the change is committed. */
  take(): Promise<unknown>;
  /** Status of every later request. */
  status: number;
  /** Restores the right, where that is possible: requests succeed again. */
  restore?(): Promise<unknown>;
}

async function apiKey(): Promise<{ id: string; key: string; uuid: string }> {
  const made = await createApiKey(place.admin, { name: 'busy', scopes: [...SCOPES], rate_limit: 1_000_000 });
  return { id: made.id, key: made.key!, uuid: readId('api_key', made.id)! };
}

const withKey = (key: string, change: Partial<Wire> = {}): Wire => ({
  method: 'GET',
  path: '/v1/patients?limit=1',
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  ...change,
});
const patient = JSON.stringify({
  name: { family: 'Late', given: ['Too'] },
  birth_date: '1990-01-01',
  sex: 'other',
});

async function ofKey(
  take: (key: { id: string; uuid: string }) => Promise<unknown>,
  status: number,
  wire?: Partial<Wire>,
): Promise<Right> {
  const made = await apiKey();
  return { wires: [withKey(made.key, wire)], take: () => take(made), status };
}

/**
 * An application may send 600 requests a minute for a user, so the senders use several, which lose the right
 * together.
 */
async function ofToken(
  take: (own: { appId: string; token: string }) => Promise<unknown>,
  status: number,
  wire?: Partial<Wire>,
): Promise<Right> {
  const fixture = { ...place, name: 'Revoked', things: place.ids } as unknown as Place;
  const tokens = await insertGrants(fixture, Array<typeof SCOPES>(SHARERS).fill(SCOPES));
  const own = tokens.map((token) => ({
    token,
    appId: readId('oauth_app', String(decodeJwt(token).client_id))!,
  }));
  return {
    wires: tokens.map((token) => withKey(token, wire)),
    take: () => Promise.all(own.map(take)),
    status,
  };
}

const dismiss = (id: string) => endMembership(place.admin, { id: showId('user', id) });
const demote = (id: string) => changeRole(place.admin, { id: showId('user', id), role: 'viewer' });

/** Tokens of several administrators, who lose the right together. */
async function ofMembers(
  take: (id: string) => Promise<unknown>,
  status: number,
  wire?: Partial<Wire>,
): Promise<Right> {
  const members = await Promise.all([...Array(SHARERS)].map(() => personContext(place.org, 'admin')));
  const wires: Wire[] = [];
  for (const admin of members) {
    const fixture = { ...place, admin, name: 'Revoked', things: place.ids } as unknown as Place;
    const [token] = await insertGrants(fixture, [SCOPES]);
    wires.push(withKey(token!, wire));
  }
  return { wires, take: () => Promise.all(members.map(({ actor }) => take(actor.id!))), status };
}

const change = (set: string) => (key: { uuid: string }) =>
  asSuperuser(`UPDATE api_keys SET ${set} WHERE id = $1`, [key.uuid]);

/** A user may send 300 requests a minute, so the senders use several, who lose the right together. */
async function ofPeople(
  take: (people: { ids: string[]; sids: string[] }) => Promise<unknown>,
  status: number,
  procedure = 'patients.listCharts',
): Promise<Right> {
  const wires: Wire[] = [];
  const ids: string[] = [];
  const sids: string[] = [];
  for (let nth = 0; nth < SHARERS; nth++) {
    const person = await personContext(place.org, 'admin');
    const session = await signInAs(person);
    ids.push(person.actor.id!);
    sids.push(session.sid);
    wires.push({
      method: 'GET',
      path: `/api/trpc/${procedure}?input=%7B%22limit%22%3A1%7D`,
      headers: { Cookie: session.cookie, 'Sec-Fetch-Site': 'same-origin' },
    });
  }
  return { wires, take: () => take({ ids, sids }), status };
}

const people =
  (table: 'users' | 'memberships', set: string) =>
  ({ ids }: { ids: string[] }) =>
    asSuperuser(`UPDATE ${table} SET ${set} WHERE ${table === 'users' ? 'id' : 'user_id'} = ANY ($1)`, [ids]);
const signOut = ({ sids }: { sids: string[] }) =>
  Promise.all(sids.map((sid) => endSession(sid, 'signed_out')));

const revoke = ({ id }: { id: string }) => revokeApiKey(place.admin, { id });

/** The operator suspends the organization, whatever the credential. */
const suspended = async (right: Promise<Right>): Promise<Right> => ({
  ...(await right),
  take: () => suspendOrganization(place.org.ctx, { reason: 'Under test.' }),
  status: 401,
  restore: () => resumeOrganization(place.org.ctx),
});
const kept = () => Promise.resolve();

const RIGHTS: Record<string, () => Promise<Right>> = {
  'an API key is revoked': () => ofKey(revoke, 401),
  'an API key is revoked while it writes': () =>
    ofKey(revoke, 401, { method: 'POST', path: '/v1/patients', body: patient }),
  'an API key expires': () => ofKey(change("expires_at = clock_timestamp() - interval '1 ms'"), 401),
  'an API key is replaced without an overlap': () =>
    ofKey(({ id }) => rotateApiKey(place.admin, { id, overlap_hours: 0 }), 401),
  'the scopes of an API key are cut': () => ofKey(change("scopes = '{labs:read}'"), 403),
  'the addresses of an API key are narrowed': () => ofKey(change("ip_allow_list = '{192.0.2.0/24}'"), 403),
  'an application is disconnected': () =>
    ofToken(({ appId }) => disconnectApp(place.admin, { id: showId('oauth_app', appId) }), 401),
  'an application is disconnected while it writes': () =>
    ofToken(({ appId }) => disconnectApp(place.admin, { id: showId('oauth_app', appId) }), 401, {
      method: 'POST',
      path: '/v1/patients',
      body: patient,
    }),
  'an application is deleted for all users': () =>
    ofToken(({ appId }) => revokeAppGrants(place.admin, { id: showId('oauth_app', appId) }), 401),
  'a client revokes its token': () =>
    ofToken(async ({ appId, token }) => {
      const client = await findClient(showId('oauth_app', appId));
      await revokeToken(client!, token, { requestId: newRequestId(), ip: '127.0.0.1' });
    }, 401),
  'the grant of a token ends': () =>
    ofToken(
      ({ appId }) =>
        asSuperuser(
          "UPDATE oauth_grants SET expires_at = clock_timestamp() - interval '1 ms' WHERE app_id = $1",
          [appId],
        ),
      401,
    ),
  'a session is signed out': () => ofPeople(signOut, 401),
  'a membership ends': () => ofPeople(people('memberships', 'ended_at = clock_timestamp()'), 401),
  'a member’s role is changed by an administrator': () =>
    ofPeople(({ ids }) => Promise.all(ids.map((id) => demote(id))), 401, 'webhooks.listWebhooks'),
  'a membership is ended by an administrator': () =>
    ofPeople(({ ids }) => Promise.all(ids.map((id) => dismiss(id))), 401),
  'the membership behind a token is ended': () => ofMembers((id) => dismiss(id), 401),
  'the membership behind a token is ended while it writes': () =>
    ofMembers((id) => dismiss(id), 401, { method: 'POST', path: '/v1/patients', body: patient }),
  'the role behind a token is lowered': () => ofMembers((id) => demote(id), 403, { path: '/v1/webhooks' }),
  'the role behind a token is lowered while it writes': () =>
    ofMembers((id) => demote(id), 403, { method: 'POST', path: '/v1/patients', body: patient }),
  'the person behind a token is switched off': () =>
    ofMembers(
      (id) => asSuperuser('UPDATE users SET disabled_at = clock_timestamp() WHERE id = $1', [id]),
      401,
    ),
  'a person is switched off': () => ofPeople(people('users', 'disabled_at = clock_timestamp()'), 401),
  'a role is lowered': () =>
    ofPeople(people('memberships', `role = '${ROLES[0]}'`), 403, 'webhooks.listWebhooks'),
  'the key behind a signed address is revoked': ofAddress,
  'the organization of an API key is suspended': () => suspended(ofKey(kept, 401)),
  'the organization of an API key is suspended while it writes': () =>
    suspended(ofKey(kept, 401, { method: 'POST', path: '/v1/patients', body: patient })),
  'the organization of a token is suspended': () => suspended(ofToken(kept, 401)),
  'the organization of a session is suspended': () => suspended(ofPeople(kept, 401)),
  'the organization of a signed address is suspended': () => suspended(ofAddress()),
};

/** Signed URLs of a key allow 600 requests a minute, so the senders use several keys. */
async function ofAddress(): Promise<Right> {
  const keys = await Promise.all([...Array(SHARERS)].map(() => apiKey()));
  const wires = await Promise.all(
    keys.map(async ({ key }): Promise<Wire> => {
      const answer = await client.send(withKey(key, { path: `/v1/documents/${place.ids.document}` }));
      const { content_url } = JSON.parse(answer.text) as { content_url: string };
      return { method: 'GET', path: new URL(content_url).pathname, headers: {} };
    }),
  );
  return { wires, take: () => Promise.all(keys.map(revoke)), status: 401 };
}

/** Statuses of requests sent before and after the commit. */
async function storm({ wires, take }: Right): Promise<{ before: number[]; after: number[] }> {
  const before: number[] = [];
  const after: number[] = [];
  let taken = false;
  let begin: () => void;
  const busy = new Promise<void>((resolve) => (begin = resolve));
  const sender = async (nth: number) => {
    for (let late = false; !late;) {
      const sentLate = taken;
      const { status } = await client.send(wires[nth % wires.length]!);
      // More senders than the queue for connections admits: this response does not depend on the right.
      if (status === 503) continue;
      late = sentLate;
      (late ? after : before).push(status);
      if (before.length === SENDERS / 4) begin();
    }
  };
  const senders = [...Array(SENDERS).keys()].map(sender);
  // While the first requests are in progress: some have a response, most do not.
  await busy;
  await take();
  taken = true;
  await Promise.all(senders);
  return { before, after };
}

/** One for each kind of credential and each way to lose it; the nightly run tests all combinations. */
const IN_SUITE: (keyof typeof RIGHTS)[] = [
  'an API key is revoked while it writes',
  'an API key expires',
  'the scopes of an API key are cut',
  'an application is disconnected while it writes',
  'a client revokes its token',
  'a session is signed out',
  'a membership ends',
  'a role is lowered',
  'the role behind a token is lowered while it writes',
  'a person is switched off',
  'the key behind a signed address is revoked',
  'the organization of an API key is suspended',
];

describe('revoked right', () => {
  for (const [name, make] of Object.entries(RIGHTS))
    it(`ends at once: ${name}`, IN_SUITE.includes(name) ? {} : nightly, async () => {
      const right = await make();
      const { before, after } = await storm(right);
      expect(before.filter((status) => status < 300).length).toBeGreaterThan(SENDERS / 10);
      expect(after.length).toBe(SENDERS);
      expect([...new Set(after)]).toEqual([right.status]);
      if (!right.restore) return;
      await right.restore();
      const again = await Promise.all(right.wires.map((wire) => client.send(wire)));
      expect(again.filter(({ status }) => status >= 300)).toEqual([]);
    });

  it('ends the announced upload of the key', async () => {
    const made = await apiKey();
    const bytes = Buffer.from(NOTE, 'base64');

    const answer = await client.send(
      withKey(made.key, {
        method: 'POST',
        path: '/v1/documents',
        body: JSON.stringify({
          patient_id: place.ids.patient,
          upload: {
            size: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
            content_type: 'text/plain',
            file_name: 'late.txt',
          },
        }),
      }),
    );
    const { upload } = JSON.parse(answer.text) as {
      upload: { url: string; headers: Record<string, string> };
    };
    await revoke(made);
    const put = await client.send({
      method: 'PUT',
      path: new URL(upload.url).pathname,
      headers: upload.headers,
      body: bytes,
    });
    expect(put.status, put.text).toBe(401);
  });
});
