import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  askForPasskey,
  beginFirstTotp,
  cancelSignIn,
  pendingSignIn,
} from '../../../server/auth/begin-factor';
import { completeSignIn } from '../../../server/auth/complete-sign-in';
import { withHashLimit } from '../../../server/auth/hash-limit';
import { hashPassword } from '../../../server/auth/password';
import { redeemPasswordReset } from '../../../server/auth/password-reset';
import { isFurtherStep, signIn } from '../../../server/auth/sign-in';
import { newRequestId } from '../../../server/shared/ids';
import { changePassword } from '../../../server/domain/passwords/change-password';
import { createPasswordReset } from '../../../server/domain/people/create-password-reset';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { idOf } from '../../support/members';
import { signedIn } from '../../support/people';
import { codeOf, facts, personWithTotp, withPassword, type Person } from '../../support/second-factors';

/**
 * A user may change a password because an attacker knows it: a sign-in that the attacker has started must fail at
 * every step (C-01).
 */

const fresh = () => `${randomUUID()} ${randomUUID()}`;

/** Occupies all slots for password hashes until the returned function is called. */
function holdHashes(): () => Promise<unknown> {
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const held = Array.from({ length: 8 }, () => withHashLimit(() => gate));
  return () => {
    release();
    return Promise.all(held);
  };
}

const counted = async () =>
  (
    await asSuperuser<{ n: number }>(
      "SELECT count(*)::int AS n FROM sign_in_throttles WHERE key LIKE 'account:%'",
    )
  )[0]!.n;

async function demandFactor({ orgId }: TestOrg): Promise<void> {
  await asSuperuser("UPDATE organizations SET second_factor = 'everyone' WHERE id = $1", [orgId]);
}

async function reset(admin: Person, person: Person): Promise<void> {
  const { link } = await createPasswordReset(admin, { id: idOf(person) });
  const request = { ip: '127.0.0.1', requestId: newRequestId() };
  await redeemPasswordReset({ secret: link!.split('/').at(-1)!, password: fresh() }, request);
}

let release: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await release?.();
  release = undefined;
});

describe('password changed during its verification', () => {
  it.each([
    ['opens no session', false],
    ['leads to no second factor', true],
  ])('%s', async (_name, demanded) => {
    const org = await testOrg();
    const person = await personContext(org, 'clinician');
    if (demanded) await demandFactor(org);
    const next = await hashPassword(fresh());
    const before = await counted();
    release = holdHashes();
    const { email, password } = person;
    const attempt = signIn({ email, password, ...facts() }).catch((error: unknown) =>
      isFurtherStep(error) ? 'a step' : Promise.reject(error as Error),
    );
    // The attempt is counted, so the user was read, and it waits for a slot.
    await vi.waitFor(async () => expect(await counted()).toBe(before + 1), { timeout: 5_000 });
    await asSuperuser('UPDATE users SET password_hash = $2 WHERE id = $1', [person.actor.id, next]);
    await release();
    expect(await attempt).toBeNull();
  });
});

describe('sign-in awaiting its second factor', () => {
  it('ends when the password is reset by a link, so that no one can add a first factor', async () => {
    const org = await testOrg();
    const [admin, person] = [await personContext(org, 'admin'), await personContext(org, 'clinician')];
    await demandFactor(org);
    const { step } = await withPassword(person);
    const { secret } = (await beginFirstTotp(step!))!;
    await reset(admin, person);
    expect(await pendingSignIn(step!)).toBeNull();
    expect(await beginFirstTotp(step!)).toBeNull();
    expect(await askForPasskey(step!)).toBeNull();
    const outcome = await completeSignIn(step!, { newTotp: codeOf(secret) }, facts());
    expect(outcome).toEqual({ rejected: 'over' });
  });

  it('ends when it is canceled', async () => {
    const { person, secret } = await personWithTotp(await testOrg());
    const { step } = await withPassword(person);
    expect(await cancelSignIn(step!)).toEqual({});
    expect(await pendingSignIn(step!)).toBeNull();
    expect(await cancelSignIn(step!)).toBeNull();
    expect(await completeSignIn(step!, { code: codeOf(secret) }, facts())).toEqual({ rejected: 'over' });
  });

  it('ends even with a correct code', async () => {
    const org = await testOrg();
    const admin = await personContext(org, 'admin');
    const { person, secret } = await personWithTotp(org);
    const { step } = await withPassword(person);
    await reset(admin, person);
    expect(await completeSignIn(step!, { code: codeOf(secret) }, facts())).toEqual({ rejected: 'over' });
  });

  it('ends when the owner changes the password; a later one continues', async () => {
    const org = await testOrg();
    const person = await personContext(org, 'clinician');
    const { ctx } = await signedIn(person);
    await demandFactor(org);
    const { step } = await withPassword(person);
    const password = fresh();
    await changePassword(ctx, { current_password: person.password, new_password: password });
    expect(await pendingSignIn(step!)).toBeNull();
    const again = await withPassword({ ...person, password });
    expect(await pendingSignIn(again.step!)).toMatchObject({ email: person.email });
  });
});
