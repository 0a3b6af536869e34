import { beforeAll, describe, expect, it } from 'vitest';
import { assertSessionValid } from '../../../server/auth/assert-session';
import { beginPasskeySignIn } from '../../../server/auth/begin-factor';
import { completeSignIn, signInWithPasskey } from '../../../server/auth/complete-sign-in';
import { rolesOfLiveSessions } from '../../../server/auth/live-sessions';
import { redeemPasswordReset } from '../../../server/auth/password-reset';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { isFurtherStep, signIn } from '../../../server/auth/sign-in';
import { stepUp } from '../../../server/auth/step-up';
import { acceptInvitation } from '../../../server/domain/people/accept-invitation';
import { changeRole } from '../../../server/domain/people/change-role';
import { createPasswordReset } from '../../../server/domain/people/create-password-reset';
import { endMembership } from '../../../server/domain/people/end-membership';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { getSecondFactor } from '../../../server/domain/second-factors/get-second-factor';
import { removePasskey } from '../../../server/domain/second-factors/remove-passkey';
import { listOwnOrganizations } from '../../../server/domain/sessions/list-own-organizations';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { saveIdentityProvider } from '../../../server/domain/single-sign-on/save-identity-provider';
import { setSingleSignOn } from '../../../server/domain/single-sign-on/set-single-sign-on';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, showId } from '../../../server/shared/ids';
import type { Authenticator } from '../../support/authenticator';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { alsoMemberOf, idOf } from '../../support/members';
import {
  codeOf,
  facts,
  personWithPasskey,
  personWithTotp,
  portalContextOf,
  withPassword,
  type Person,
  type WithTotp,
} from '../../support/second-factors';
import { signInAs } from '../../support/session';

/** An organization with enforced single sign-on opens in no other way, except for two administrators with a passkey. */

type WithPasskey = Awaited<ReturnType<typeof personWithPasskey>>;

const request = () => ({ ip: '192.0.2.1', requestId: newRequestId() });
const secretOf = (link: string) => link.split('/').at(-1)!;

let org: TestOrg;
let elsewhere: TestOrg;
/** The break-glass administrators. */
let glass: WithPasskey[];
let admin: Context;
let member: Person;
let withCode: WithTotp;
let withKey: WithPasskey;
let adminWithKey: WithPasskey;
/** Sessions opened earlier. */
let before: Record<'password' | 'passkey' | 'glassPassword' | 'glass', string>;

beforeAll(async () => {
  org = await testOrg();
  elsewhere = await testOrg();
  admin = await personContext(org, 'admin');
  glass = [await personWithPasskey(org, 'admin'), await personWithPasskey(org, 'admin')];
  member = await personContext(org, 'clinician');
  withCode = await personWithTotp(org);
  withKey = await personWithPasskey(org);
  adminWithKey = await personWithPasskey(org, 'admin');
  before = {
    password: (await withPassword(member)).sid!,
    passkey: (await byPasskey(withKey.device))!,
    // Opened with the password, before the passkey was added to the account and the session.
    glassPassword: await passwordSession(glass[0]!.sid),
    glass: (await byPasskey(glass[0]!.device))!,
  };
  await saveIdentityProvider(admin, {
    issuer: 'https://id.example.org',
    client_id: 'portal',
    client_secret: 'secret',
    automatic: false,
    groups_claim: null,
    role_rules: [],
    default_role: null,
    checks_sessions: true,
    second_factor_values: [],
  });
});

async function passwordSession(sid: string): Promise<string> {
  const session = (await sessionOfSecret(sid))!;
  await asSuperuser(`update auth_sessions set methods = '{password}' where id = $1`, [session.sessionId]);
  return sid;
}

/** @returns what the password leads to: a step or a session; null if it was rejected */
async function byPassword({ email, password }: Pick<Person, 'email' | 'password'>): Promise<string | null> {
  try {
    return (await signIn({ email, password, ...facts() }))?.sid ?? null;
  } catch (error) {
    if (isFurtherStep(error)) return error.secret;
    throw error;
  }
}

async function byPasskey(device: Authenticator): Promise<string | null> {
  const { question, step } = await beginPasskeySignIn('192.0.2.1');
  const done = await signInWithPasskey(step, device.prove(question.challenge), facts());
  return 'signedIn' in done ? done.signedIn.sid : null;
}

it('is enforced only after a test, with two administrators who have a passkey', async () => {
  const enforce = (break_glass_ids: string[], enabled = true) =>
    setSingleSignOn(admin, { enabled, enforced: true, break_glass_ids });
  const both = glass.map(({ person }) => idOf(person));
  await expect(enforce(both)).rejects.toMatchObject({ code: 'invalid_state' });
  await asSuperuser(`update identity_providers set last_test = '{"reason": null}' where org_id = $1`, [
    org.orgId,
  ]);
  const [one] = both as [string];
  for (const wrong of [[], [one], [one, one], [one, idOf(admin)], [one, idOf(withKey.person)]])
    await expect(enforce(wrong)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(enforce(both, false)).rejects.toMatchObject({ code: 'validation_failed' });
  const { provider } = await enforce(both);
  // The form of another administrator, which was filled before.
  const stale = { ...admin, ifMatch: provider!.version - 1 };
  await expect(
    setSingleSignOn(stale, { enabled: true, enforced: false, break_glass_ids: [] }),
  ).rejects.toMatchObject({ code: 'version_mismatch' });
});

describe('once enforced', () => {
  it('ends the sessions opened in other ways, for every kind of check', async () => {
    for (const way of ['password', 'passkey', 'glassPassword'] as const)
      expect(await sessionOfSecret(before[way]), way).toBeNull();
    const session = (await sessionOfSecret(before.glass))!;
    expect(session.userId).toBe(glass[0]!.person.actor.id);
    // A session that was not ended, as if it had been opened at the same moment.
    const [late] = await asSuperuser<{ id: string }>(
      `update auth_sessions set revoked_at = null where org_id = $1 and user_id = $2 returning id`,
      [org.orgId, member.actor.id],
    );
    expect(await sessionOfSecret(before.password)).toBeNull();
    expect([...(await rolesOfLiveSessions(org.orgId, [late!.id, session.sessionId])).keys()]).toEqual([
      session.sessionId,
    ]);
    const ctx: Context = { ...member, session: { ...member.session!, id: late!.id } };
    await expect(assertSessionValid(ctx)).rejects.toMatchObject({ code: 'missing_credentials' });
  });

  const ways: Record<string, () => Promise<string | null | undefined>> = {
    'a password': () => byPassword(member),
    'a password that leads to a code': () => byPassword(withCode.person),
    'the password of a break-glass administrator': () => byPassword(glass[0]!.person),
    'a passkey': () => byPasskey(withKey.device),
    'the passkey of another administrator': () => byPasskey(adminWithKey.device),
    'a password after a reset': async () => {
      const { link } = await createPasswordReset(admin, { id: idOf(member) });
      const password = 'another horse battery staple';
      await redeemPasswordReset({ secret: secretOf(link!), password }, request());
      return byPassword({ ...member, password });
    },
    'a password chosen with an invitation': async () => {
      const email = `${newId()}@example.org`;
      const password = 'an invited horse battery';
      const { link } = await invitePerson(admin, { name: 'In Vited', email, role: 'viewer' });
      await acceptInvitation({ secret: secretOf(link!), account: 'new', password }, request());
      return byPassword({ email, password });
    },
  };
  it.each(Object.entries(ways))('does not open by %s', async (_name, open) => {
    expect((await open()) ?? null).toBeNull();
  });

  it('does not open by a step that began before', async () => {
    await asSuperuser('update organizations set single_sign_on_enforced = false where id = $1', [org.orgId]);
    const { step } = await withPassword(withCode.person);
    await asSuperuser('update organizations set single_sign_on_enforced = true where id = $1', [org.orgId]);
    expect(await completeSignIn(step!, { code: codeOf(withCode.secret) }, facts())).toEqual({
      rejected: 'over',
    });
  });

  it('does not open by switching from another organization', async () => {
    const both = await personContext(elsewhere, 'clinician');
    await alsoMemberOf(both, org, 'clinician');
    const { sid } = await withPassword(both);
    const ctx = await portalContextOf(sid!);
    expect(ctx.actor.orgId).toBe(elsewhere.orgId);
    const id = showId('organization', org.orgId);
    await expect(switchOrganization(ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await listOwnOrganizations(ctx)).data.map((one) => one.id)).not.toContain(id);
  });

  it('opens by the passkey of both break-glass administrators', async () => {
    for (const { device, person } of glass) {
      const session = await sessionOfSecret((await byPasskey(device))!);
      expect(session).toMatchObject({ userId: person.actor.id, orgId: org.orgId });
    }
  });

  it('keeps both break-glass administrators able to sign in', async () => {
    const id = idOf(glass[1]!.person);
    await expect(changeRole(admin, { id, role: 'viewer' })).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(endMembership(admin, { id })).rejects.toMatchObject({ code: 'invalid_state' });
    const ctx = await portalContextOf((await byPasskey(glass[1]!.device))!);
    const [passkey] = (await getSecondFactor(ctx)).passkeys;
    await expect(removePasskey(ctx, { id: passkey!.id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('takes no password to confirm the identity in a session of the provider', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const { sid } = await signInAs(person);
    const answer = { password: person.password, factor: null, step: null };
    const renewed = (await stepUp(sid, answer, request()))!;
    const { sessionId } = (await sessionOfSecret(renewed))!;
    await asSuperuser('update auth_sessions set identity_id = $2 where id = $1', [sessionId, newId()]);
    expect(await stepUp(renewed, answer, request())).toBeNull();
  });
});
