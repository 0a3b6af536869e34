import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSession } from '../../../server/auth/portal-session';
import { makePasswordReset, redeemPasswordReset } from '../../../server/auth/password-reset';
import { nextAuthOptions } from '../../../server/auth/next-auth-options';
import { sessionCookie, sessionCookieName } from '../../../server/auth/session-cookie';
import { stepUp } from '../../../server/auth/step-up';
import { withScope } from '../../../server/db/transaction';
import { showId, newRequestId } from '../../../server/shared/ids';
import { changeRole } from '../../../server/domain/people/change-role';
import { changePassword } from '../../../server/domain/passwords/change-password';
import { endMemberSessions } from '../../../server/domain/sessions/end-member-sessions';
import { endOtherSessions } from '../../../server/domain/sessions/end-other-sessions';
import { endSession as endOwnSession } from '../../../server/domain/sessions/end-session';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { env } from '../../../server/env';
import { asSuperuser, auditRows, personContext, type TestOrg } from '../../support/database';
import { personOfTwo, signedIn, type Person, type SignedIn } from '../../support/people';
import { startServer, type TestServer } from '../../support/server';

/**
 * C-01: every change of who the user is or what they have proven gives the browser a new secret or none, invalidates
 * the previous one at the next request, and leaves no secret in the database.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Fixture {
  person: Person;
  session: SignedIn;
  first: TestOrg;
  second: TestOrg;
}

const NEW = 'another horse battery staple';
const request = () => ({ ip: '192.0.2.9', requestId: newRequestId() });
const update = (table: string, change: string, where: string, value: string) =>
  asSuperuser(`UPDATE ${table} SET ${change} WHERE ${where} = $1`, [value]);

/** @returns the secret that the browser gets instead */
const CHANGES: Record<string, (fixture: Fixture) => Promise<string | null>> = {
  'signing out': async ({ session }) => endSession(session.sid, 'signed_out').then(() => null),
  'a step-up': async ({ session, person }) =>
    stepUp(session.sid, { password: person.password, factor: null, step: null }, request()),
  'a change of password': async ({ session, person }) => {
    await changePassword(session.ctx, { current_password: person.password, new_password: NEW });
    return session.given[0]!;
  },
  'a change of password elsewhere': async ({ person }) => {
    const other = await signedIn(person);
    await changePassword(other.ctx, { current_password: person.password, new_password: NEW });
    return null;
  },
  'a password set by a link': async ({ person: { userId } }) => {
    const { secret } = await withScope({}, (tx) =>
      makePasswordReset(tx, { userId, createdBy: 'system', ip: null }),
    );
    await redeemPasswordReset({ secret, password: NEW }, request());
    return null;
  },
  'a switch to another organization': async ({ session, second }) => {
    await switchOrganization(session.ctx, { id: showId('organization', second.orgId) });
    return session.given[0]!;
  },
  'ended from another session': async ({ session, person }) => {
    const other = await signedIn(person);
    await endOwnSession(other.ctx, { id: showId('session', session.ctx.session!.id) });
    return null;
  },
  'all others ended from another session': async ({ person }) => {
    await endOtherSessions((await signedIn(person)).ctx);
    return null;
  },
  'ended by an admin': async ({ person, first }) => {
    await endMemberSessions(await personContext(first, 'admin'), { id: showId('user', person.userId) });
    return null;
  },
  'another role': async ({ person, first }) => {
    const id = showId('user', person.userId);
    await changeRole(await personContext(first, 'admin'), { id, role: 'viewer' });
    return null;
  },
  'the end of the membership': ({ person }) =>
    update('memberships', 'ended_at = now()', 'user_id', person.userId).then(() => null),
  'the person switched off': ({ person }) =>
    update('users', 'disabled_at = now()', 'id', person.userId).then(() => null),
  'the organization closed': ({ first }) =>
    update('organizations', 'suspended_at = now()', 'id', first.orgId).then(() => null),
  'a second factor asked of everyone': ({ first }) =>
    update('organizations', "second_factor = 'everyone'", 'id', first.orgId).then(() => null),
};

async function statusOf(sid: string): Promise<number> {
  const cookie = (await sessionCookie(sid)).split(';')[0]!;
  const answer = await fetch(
    `${server.url}/api/trpc/sessions.getSessionState?input=${encodeURIComponent('{}')}`,
    {
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    },
  );
  await answer.arrayBuffer();
  return answer.status;
}

describe('session secret', () => {
  it('is different at each sign-in', async () => {
    const { person } = await personOfTwo();
    const [one, two] = [await signedIn(person), await signedIn(person)];
    expect(one.sid).not.toBe(two.sid);
    expect(one.ctx.session!.id).not.toBe(two.ctx.session!.id);
  });

  it.each(Object.keys(CHANGES))('is invalid after %s, and not stored', async (name) => {
    const { first, second, person } = await personOfTwo();
    const session = await signedIn(person);
    expect(await statusOf(session.sid)).toBe(200);
    const fresh = await CHANGES[name]!({ person, session, first, second });
    expect(await statusOf(session.sid)).toBe(401);
    if (fresh !== null) {
      expect(fresh).not.toBe(session.sid);
      expect(await statusOf(fresh)).toBe(200);
    }
    const rows = await asSuperuser<{ text: string }>(
      'SELECT s::text AS text FROM auth_sessions s WHERE user_id = $1',
      [person.userId],
    );
    for (const secret of [session.sid, fresh ?? session.sid])
      expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });
});

describe('sign-out audit', () => {
  it('contains the request ID and the address', async () => {
    const { person } = await personOfTwo();
    const { sid, ctx } = await signedIn(person);
    const headers = { 'x-request-id': newRequestId(), 'x-clinical-ip': '192.0.2.7' };
    const signOut = nextAuthOptions({ cookies: [] }, headers).events!.signOut!;
    await signOut({ token: { sid } } as unknown as Parameters<typeof signOut>[0]);
    expect(await auditRows(headers['x-request-id'])).toMatchObject([
      { action: 'sign_out', outcome: 'allowed', object_id: ctx.session!.id, ip: '192.0.2.7' },
    ]);
  });
});

describe('session cookie', () => {
  it.each([
    ['http://localhost:3000', false],
    ['https://clinic.example', true],
  ])('has the right flags at %s', async (address, secure) => {
    const before = env.PUBLIC_URL;
    env.PUBLIC_URL = address;
    try {
      expect(sessionCookieName()).toMatch(secure ? /^__Host-clinical-/ : /^clinical-/);
      const { cookies } = nextAuthOptions();
      expect(cookies!.sessionToken).toEqual({
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      });
      // A switch writes it without next-auth, and must not weaken it.
      const [value, ...flags] = (await sessionCookie('s'.repeat(43))).split('; ');
      expect(value).not.toContain('s'.repeat(43));
      expect(flags.filter((flag) => !flag.startsWith('Expires='))).toEqual([
        'Path=/',
        'HttpOnly',
        'SameSite=Lax',
        ...(secure ? ['Secure'] : []),
      ]);
    } finally {
      env.PUBLIC_URL = before;
    }
  });
});
