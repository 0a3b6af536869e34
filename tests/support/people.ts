import { contextOfSession, sessionOfSecret } from '../../server/auth/portal-session';
import type { Role } from '../../server/data-types/role-codes';
import type { Context } from '../../server/shared/context';
import { newRequestId } from '../../server/shared/ids';
import { asSuperuser, personContext, testOrg, type TestOrg } from './database';
import { signInAs } from './session';

/** Users of several organizations, signed in through the real sign-in. */

export interface Person {
  email: string;
  password: string;
  userId: string;
}

export async function personOf(role: Role, ...orgs: [TestOrg, ...TestOrg[]]): Promise<Person> {
  const { email, password, actor } = await personContext(orgs[0], role);
  for (const [index, { orgId }] of orgs.slice(1).entries())
    await asSuperuser(
      "INSERT INTO memberships (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now() + $4 * interval '1 second')",
      [orgId, actor.id, role, index + 1],
    );
  return { email, password, userId: actor.id! };
}

export const personOfTwo = async (role: Role = 'clinician') => {
  const [first, second] = [await testOrg(), await testOrg()];
  return { first, second, person: await personOf(role, first, second) };
};

export interface SignedIn {
  sid: string;
  ctx: Context;
  /** Secrets the browser has received meanwhile. */
  given: string[];
}

export async function signedIn(person: { email: string; password: string }): Promise<SignedIn> {
  const { sid } = await signInAs(person);
  return { sid, ...(await contextOf(sid)) };
}

export async function contextOf(sid: string): Promise<{ ctx: Context; given: string[] }> {
  const session = await sessionOfSecret(sid);
  if (!session) throw new Error('The session has ended');
  const given: string[] = [];
  const keep = (secret: string) => Promise.resolve(void given.push(secret));
  return {
    given,
    ctx: contextOfSession(session, { requestId: newRequestId(), ip: '127.0.0.1' }, { keepSecret: keep }),
  };
}
