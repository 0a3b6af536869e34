import { describe, expect, it } from 'vitest';
import { askForPasskey, beginFirstPasskey, beginPasskeySignIn } from '../../../server/auth/begin-factor';
import { completeSignIn, signInWithPasskey, type Completed } from '../../../server/auth/complete-sign-in';
import { userHandle } from '../../../server/auth/passkeys';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { beginStepUp, stepUp } from '../../../server/auth/step-up';
import { newRequestId } from '../../../server/shared/ids';
import { addPasskey } from '../../../server/domain/second-factors/add-passkey';
import { beginPasskey } from '../../../server/domain/second-factors/begin-passkey';
import { getSecondFactor } from '../../../server/domain/second-factors/get-second-factor';
import { removePasskey } from '../../../server/domain/second-factors/remove-passkey';
import { Authenticator, type Lie } from '../../support/authenticator';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import {
  addPasskeyTo,
  facts,
  personWithPasskey,
  portalContextOf,
  withPassword,
} from '../../support/second-factors';
import { isFull } from '../../support/test-size';

/** Passkeys (C-03): as second factor, alone, and for re-authentication; and every kind of invalid response. */

const sessionOf = async (outcome: Completed) =>
  'signedIn' in outcome ? sessionOfSecret(outcome.signedIn.sid) : null;

/** Signs in with the passkey alone. @param lie parts of the response that are wrong */
async function alone(device: Authenticator, lie: Lie = {}): Promise<Completed> {
  const { question, step } = await beginPasskeySignIn('127.0.0.1');
  return signInWithPasskey(step, device.prove(question.challenge, lie), facts());
}

const count = async (code: string): Promise<number> =>
  (
    await asSuperuser<{ n: number }>(
      'SELECT coalesce(sum(count), 0)::int AS n FROM security_events WHERE code = $1',
      [code],
    )
  )[0]!.n;

const LIES: [string, Lie][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another port of this host', { origin: 'http://localhost:1' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['another ceremony', { type: 'webauthn.create' }],
  ['a device that was not unlocked', { flags: 1 }],
  ['no user present', { flags: 4 }],
];

describe('passkey', () => {
  it('signs a user in without another credential or a user name', async () => {
    const { person, device } = await personWithPasskey(await testOrg());
    const session = await sessionOf(await alone(device));
    expect(session).toMatchObject({ userId: person.actor.id, methods: ['passkey'] });
  });

  it('works as second factor', async () => {
    const { person, device } = await personWithPasskey(await testOrg());
    const { step } = await withPassword(person);
    const question = await askForPasskey(step!);
    expect(question!.allow).toHaveLength(1);
    const outcome = await completeSignIn(step!, { passkey: device.prove(question!.challenge) }, facts());
    expect((await sessionOf(outcome))!.methods).toEqual(['password', 'passkey']);
  });

  it.each(LIES)('is rejected at sign-in with %s', async (_name, lie) => {
    const { device } = await personWithPasskey(await testOrg());
    expect(await alone(device, lie)).toEqual({ rejected: 'over' });
    expect(await sessionOf(await alone(device))).not.toBeNull();
  });

  it.each(LIES)('is rejected at registration with %s', async (_name, lie) => {
    const person = await personContext(await testOrg(), 'viewer');
    const ctx = await portalContextOf((await withPassword(person)).sid!);
    const question = await beginPasskey(ctx);
    const flags = lie.flags === undefined ? {} : { flags: lie.flags | 64 };
    const type = lie.type ? { type: 'webauthn.get' } : {};
    const made = new Authenticator().make(question, { ...lie, ...type, ...flags });
    await expect(addPasskey(ctx, { name: 'x', passkey: made })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect((await getSecondFactor(ctx)).passkeys).toEqual([]);
  });

  it('is rejected as a copy when its counter does not increase, with a security event', async () => {
    const { device } = await personWithPasskey(await testOrg());
    expect(await sessionOf(await alone(device))).not.toBeNull();
    const before = await count('passkey_counter');
    expect(await alone(device, { counter: device.counter })).toEqual({ rejected: 'over' });
    expect(await alone(device, { counter: device.counter - 1 })).toEqual({ rejected: 'over' });
    expect(await count('passkey_counter')).toBe(before + 2);
  });

  it('without a counter stays valid', async () => {
    const { device } = await personWithPasskey(await testOrg());
    expect(await sessionOf(await alone(device, { counter: 0 }))).not.toBeNull();
    expect(await sessionOf(await alone(device, { counter: 0 }))).not.toBeNull();
  });

  it('of another user, or unknown, is rejected', async () => {
    const org = await testOrg();
    const [mine, other] = [await personWithPasskey(org), await personWithPasskey(org)];
    expect(await alone(mine.device, { userHandle: other.device.userHandle })).toEqual({ rejected: 'over' });
    expect(await alone(mine.device, { userHandle: null })).toEqual({ rejected: 'over' });
    expect(await alone(mine.device, { userHandle: 'AAAA' })).toEqual({ rejected: 'over' });
    expect(await alone(new Authenticator(), { userHandle: mine.device.userHandle })).toEqual({
      rejected: 'over',
    });
    const { step } = await withPassword(other.person);
    const { challenge } = (await askForPasskey(step!))!;
    const answer = { passkey: mine.device.prove(challenge, { userHandle: null }) };
    expect(await completeSignIn(step!, answer, facts())).toEqual({ rejected: 'wrong' });
    const again = (await askForPasskey(step!))!;
    const lie = { userHandle: mine.device.userHandle };
    const named = { passkey: other.device.prove(again.challenge, lie) };
    expect(await completeSignIn(step!, named, facts())).toEqual({ rejected: 'wrong' });
  });

  it('of a disabled user or former member is rejected', async () => {
    const org = await testOrg();
    const [gone, left] = [await personWithPasskey(org), await personWithPasskey(org)];
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [gone.person.actor.id]);
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE user_id = $1', [left.person.actor.id]);
    expect(await alone(gone.device)).toEqual({ rejected: 'over' });
    expect(await alone(left.device)).toEqual({ rejected: 'over' });
  });

  it('is sufficient for step-up in the session that requested it', async () => {
    const { person, device, sid } = await personWithPasskey(await testOrg());
    const session = (await sessionOfSecret(sid))!;
    const request = { requestId: newRequestId(), ip: '127.0.0.1' };
    const other = (await sessionOf(await alone(device)))!;
    const elsewhere = await beginStepUp(other, '127.0.0.1');
    const proof = (challenge: string) => ({ passkey: device.prove(challenge) });
    expect(
      await stepUp(
        sid,
        { password: null, factor: proof(elsewhere.ways.passkey!.challenge), step: elsewhere.step },
        request,
      ),
    ).toBeNull();
    const { ways, step } = await beginStepUp(session, '127.0.0.1');
    expect(await stepUp(sid, { password: person.password, factor: null, step }, request)).toBeNull();
    const factor = proof(ways.passkey!.challenge);
    const fresh = await stepUp(sid, { password: null, factor, step }, request);
    expect((await sessionOfSecret(fresh!))!.methods).toContain('passkey');
  });
});

describe('passkey challenge', () => {
  it('is accepted once of many concurrent attempts', async () => {
    const { device } = await personWithPasskey(await testOrg());
    const { question, step } = await beginPasskeySignIn('127.0.0.1');
    const proofs = Array.from({ length: isFull ? 20 : 6 }, () => device.prove(question.challenge));
    const outcomes = await Promise.all(proofs.map((proof) => signInWithPasskey(step, proof, facts())));
    expect(outcomes.filter((outcome) => 'signedIn' in outcome)).toHaveLength(1);
  });

  it('is used up by a wrong response', async () => {
    const { device, person } = await personWithPasskey(await testOrg());
    const { step } = await withPassword(person);
    const { challenge } = (await askForPasskey(step!))!;
    const answer = (lie: Lie) => completeSignIn(step!, { passkey: device.prove(challenge, lie) }, facts());
    expect(await answer({ origin: 'https://evil.example' })).toEqual({ rejected: 'wrong' });
    expect(await answer({})).toEqual({ rejected: 'wrong' });
  });

  it('expires after five minutes', async () => {
    const { device, person } = await personWithPasskey(await testOrg());
    const { question, step } = await beginPasskeySignIn('127.0.0.1');
    await asSuperuser(
      "UPDATE sign_in_steps SET expires_at = now() WHERE purpose = 'passkey_sign_in' AND challenge LIKE '%' || $1",
      [question.challenge],
    );
    expect(await signInWithPasskey(step, device.prove(question.challenge), facts())).toEqual({
      rejected: 'over',
    });
    const half = await withPassword(person);
    const { challenge } = (await askForPasskey(half.step!))!;
    await asSuperuser('UPDATE sign_in_steps SET challenge = $1 WHERE challenge LIKE $2', [
      `${Date.now() - 300_001}.${challenge}`,
      `%${challenge}`,
    ]);
    expect(await completeSignIn(half.step!, { passkey: device.prove(challenge) }, facts())).toEqual({
      rejected: 'wrong',
    });
  });

  it('of a new passkey is valid only for the session that requested it', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const [one, two] = [(await withPassword(person)).sid!, (await withPassword(person)).sid!];
    const question = await beginPasskey(await portalContextOf(one));
    const made = new Authenticator().make(question);
    const add = async (sid: string) => addPasskey(await portalContextOf(sid), { name: 'x', passkey: made });
    await expect(add(two)).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await add(one)).name).toBe('x');
    await expect(add(one)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('passkeys of a user', () => {
  it('are several, each removed separately, and never those of others', async () => {
    const org = await testOrg();
    const { sid, device } = await personWithPasskey(org);
    const second = await addPasskeyTo(sid, 'Another');
    const ctx = await portalContextOf(sid);
    const { passkeys } = await getSecondFactor(ctx);
    expect(passkeys.map(({ name }) => name)).toEqual(['A key', 'Another']);
    const stranger = await personWithPasskey(org);
    const of = await portalContextOf(stranger.sid);
    await expect(removePasskey(of, { id: passkeys[0]!.id })).rejects.toMatchObject({ code: 'not_found' });
    await removePasskey(ctx, { id: passkeys[0]!.id });
    expect(await alone(device)).toEqual({ rejected: 'over' });
    expect(await sessionOf(await alone(second))).not.toBeNull();
  });

  it('cannot be added with only a password, whatever the challenge', async () => {
    const { person } = await personWithPasskey(await testOrg());
    const { step } = await withPassword(person);
    expect(await beginFirstPasskey(step!)).toBeNull();
    const { challenge } = (await askForPasskey(step!))!;
    const thief = new Authenticator();
    const newPasskey = thief.make({ challenge, user_handle: userHandle(person.actor.id!) });
    expect(await completeSignIn(step!, { newPasskey, name: 'Mine' }, facts())).toEqual({ rejected: 'wrong' });
    expect(await alone(thief)).toEqual({ rejected: 'over' });
  });

  it('can start with the first one when the organization requires a factor', async () => {
    const org = await testOrg();
    const person = await personContext(org, 'viewer');
    await asSuperuser("UPDATE organizations SET second_factor = 'everyone' WHERE id = $1", [org.orgId]);
    const { step } = await withPassword(person);
    const question = (await beginFirstPasskey(step!))!;
    const device = new Authenticator();
    const answer = { newPasskey: device.make(question), name: 'First' };
    expect((await sessionOf(await completeSignIn(step!, answer, facts())))!.methods).toEqual([
      'password',
      'passkey',
    ]);
    expect(await sessionOf(await alone(device))).not.toBeNull();
  });
});
