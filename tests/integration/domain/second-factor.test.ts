import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockPerson } from '../../../server/auth/factors';
import { completeSignIn } from '../../../server/auth/complete-sign-in';
import { beginFirstTotp, pendingSignIn } from '../../../server/auth/begin-factor';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { stepUp } from '../../../server/auth/step-up';
import { memberships } from '../../../server/db/schema/index';
import { enterTenant, withScope } from '../../../server/db/transaction';
import { newRequestId, showId } from '../../../server/shared/ids';
import { beginTotp } from '../../../server/domain/second-factors/begin-totp';
import { confirmTotp } from '../../../server/domain/second-factors/confirm-totp';
import { createRecoveryCodes } from '../../../server/domain/second-factors/create-recovery-codes';
import { getSecondFactor } from '../../../server/domain/second-factors/get-second-factor';
import { removeTotp } from '../../../server/domain/second-factors/remove-totp';
import { resetSecondFactor } from '../../../server/domain/second-factors/reset-second-factor';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { codeOf, facts, personWithTotp, portalContextOf, withPassword } from '../../support/second-factors';
import { isFull, nightly } from '../../support/test-size';

/** Codes of authenticator apps and recovery codes (C-03). */

// In the middle of a time step, so that no code expires during a test.
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Math.floor(Date.now() / 30_000) * 30_000 + 15_000);
});
afterEach(() => vi.restoreAllMocks());

const answer = (step: string | undefined, code: string) => completeSignIn(step!, { code }, facts());
const signedIn = (outcome: Awaited<ReturnType<typeof completeSignIn>>) =>
  'signedIn' in outcome ? outcome.signedIn.sid : null;

describe('authenticator app codes', () => {
  it('are required after the password and before a session', async () => {
    const { person, secret } = await personWithTotp(await testOrg());
    const { step, sid } = await withPassword(person);
    expect(sid).toBeUndefined();
    expect(await sessionOfSecret(step!)).toBeNull();
    expect(await pendingSignIn(step!)).toMatchObject({ email: person.email, mustEnrol: false });
    const opened = signedIn(await answer(step, codeOf(secret)));
    expect((await sessionOfSecret(opened!))!.methods).toEqual(['password', 'totp']);
    // The step is used up.
    expect(await answer(step, codeOf(secret, 1))).toEqual({ rejected: 'over' });
    expect(await pendingSignIn(step!)).toBeNull();
  });

  it('are valid one time step before and after, and no longer', async () => {
    const { person, secret } = await personWithTotp(await testOrg());
    for (const steps of [-2, 2]) {
      const { step } = await withPassword(person);
      expect(await answer(step, codeOf(secret, steps)), String(steps)).toEqual({ rejected: 'wrong' });
    }
    expect(signedIn(await answer((await withPassword(person)).step, codeOf(secret, 1)))).not.toBeNull();
  });

  it('are valid once, and invalidate all earlier ones', async () => {
    const { person, secret } = await personWithTotp(await testOrg());
    expect(signedIn(await answer((await withPassword(person)).step, codeOf(secret, 1)))).not.toBeNull();
    for (const steps of [1, 0, -1]) {
      const { step } = await withPassword(person);
      expect(await answer(step, codeOf(secret, steps))).toEqual({ rejected: 'wrong' });
    }
  });

  it('are accepted once of twenty concurrent attempts with the same code', nightly, async () => {
    const { person, secret } = await personWithTotp(await testOrg());
    const steps: string[] = [];
    for (let n = 0; n < 20; n++) {
      // Resets the limit of the account, which is not tested here.
      await asSuperuser("DELETE FROM sign_in_throttles WHERE key LIKE 'account:%'");
      steps.push((await withPassword(person)).step!);
    }
    const code = codeOf(secret);
    const outcomes = await Promise.all(steps.map((step) => answer(step, code)));
    expect(outcomes.filter((outcome) => signedIn(outcome) !== null)).toHaveLength(1);
  });

  it('can be guessed five times, also by twenty at once; then the step ends and the account is slowed', async () => {
    const { person, secret } = await personWithTotp(await testOrg());
    const { step } = await withPassword(person);
    const right = codeOf(secret);
    const wrong = right === '000000' ? '000001' : '000000';
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => answer(step, wrong)));
    expect(outcomes.filter((outcome) => 'rejected' in outcome && outcome.rejected === 'wrong')).toHaveLength(
      4,
    );
    expect(await answer(step, right)).toEqual({ rejected: 'over' });
    const [counted] = await asSuperuser<{ failures: number }>(
      "SELECT failures FROM sign_in_throttles WHERE key = 'account:' || encode(sha256(convert_to(encode((SELECT email_hash FROM users WHERE id = $1), 'hex'), 'UTF8')), 'hex')",
      [person.actor.id],
    );
    expect(counted!.failures).toBe(2);
  });

  it('are stored encrypted, and active from the first code on', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const ctx = await portalContextOf((await withPassword(person)).sid!);
    const { secret } = await beginTotp(ctx);
    const [row] = await asSuperuser<{ text: string }>(
      'SELECT t::text AS text FROM totp_secrets t WHERE user_id = $1',
      [person.actor.id],
    );
    expect(row!.text).not.toContain(secret);
    expect((await getSecondFactor(ctx)).totp_since).toBeNull();
    expect((await withPassword(person)).sid).toBeDefined();
    await expect(confirmTotp(ctx, { code: '12345' })).rejects.toMatchObject({ code: 'validation_failed' });
    await confirmTotp(ctx, { code: codeOf(secret) });
    expect((await getSecondFactor(ctx)).totp_since).not.toBeNull();
    expect((await withPassword(person)).sid).toBeUndefined();
  });

  it('are of a new app once one of its codes is confirmed, even where a factor is required', async () => {
    const org = await testOrg();
    const { person, secret, sid } = await personWithTotp(org);
    await asSuperuser("UPDATE organizations SET second_factor = 'everyone' WHERE id = $1", [org.orgId]);
    const [recovery] = (await createRecoveryCodes(await portalContextOf(sid))).codes;
    const lost = signedIn(await answer((await withPassword(person)).step, recovery!))!;
    await expect(removeTotp(await portalContextOf(lost))).rejects.toMatchObject({ code: 'invalid_state' });
    const { secret: next } = await beginTotp(await portalContextOf(lost));
    expect(next).not.toBe(secret);
    const [steps] = await asSuperuser<{ text: string }>(
      'SELECT string_agg(s::text, $2) AS text FROM sign_in_steps s WHERE user_id = $1',
      [person.actor.id, '\n'],
    );
    expect(steps!.text).not.toContain(next);
    // The current app stays valid meanwhile, and only the session that began it can confirm it.
    expect(signedIn(await answer((await withPassword(person)).step, codeOf(secret)))).not.toBeNull();
    const wrong = { code: 'validation_failed' };
    await expect(confirmTotp(await portalContextOf(sid), { code: codeOf(next) })).rejects.toMatchObject(
      wrong,
    );
    await expect(confirmTotp(await portalContextOf(lost), { code: codeOf(secret, 1) })).rejects.toMatchObject(
      wrong,
    );
    const asked = await portalContextOf(lost);
    await confirmTotp(asked, { code: codeOf(next) });
    expect((await auditRows(asked.requestId)).map(({ action, outcome }) => [action, outcome])).toEqual(
      expect.arrayContaining([
        ['remove_totp', 'allowed'],
        ['confirm_totp', 'allowed'],
      ]),
    );
    await expect(confirmTotp(await portalContextOf(lost), { code: codeOf(next) })).rejects.toMatchObject(
      wrong,
    );
    expect(await answer((await withPassword(person)).step, codeOf(secret, 1))).toEqual({ rejected: 'wrong' });
    expect(signedIn(await answer((await withPassword(person)).step, codeOf(next, 1)))).not.toBeNull();
    expect((await getSecondFactor(await portalContextOf(lost))).recovery_codes_left).toBe(9);
    const hourAgo = new Date(Date.now() - 3_600_000);
    const old = await portalContextOf(lost);
    await expect(
      beginTotp({ ...old, session: { ...old.session!, authenticatedAt: hourAgo } }),
    ).rejects.toMatchObject({ code: 'reauthentication_required' });
  });

  it('are required with the password before a sensitive operation', async () => {
    const { person, secret, sid } = await personWithTotp(await testOrg());
    const request = { requestId: newRequestId(), ip: '127.0.0.1' };
    const { password } = person;
    expect(await stepUp(sid, { password, factor: null, step: null }, request)).toBeNull();
    const code = codeOf(secret);
    expect(await stepUp(sid, { password: null, factor: { code }, step: null }, request)).toBeNull();
    const next = codeOf(secret, 1);
    expect(await stepUp(sid, { password, factor: { code: next }, step: null }, request)).not.toBeNull();
  });
});

describe('recovery codes', () => {
  it('are ten, stored as hashes, each valid once under concurrency, and audited', async () => {
    const { person, sid } = await personWithTotp(await testOrg());
    const ctx = await portalContextOf(sid);
    const { codes } = await createRecoveryCodes(ctx);
    expect(new Set(codes).size).toBe(10);
    const [rows] = await asSuperuser<{ text: string }>(
      'SELECT string_agg(r::text, $2) AS text FROM recovery_codes r WHERE user_id = $1',
      [person.actor.id, '\n'],
    );
    for (const code of codes) expect(rows!.text).not.toContain(code.replaceAll('-', ''));
    const steps: string[] = [];
    for (let n = 0; n < (isFull ? 20 : 6); n++) {
      await asSuperuser("DELETE FROM sign_in_throttles WHERE key LIKE 'account:%'");
      steps.push((await withPassword(person)).step!);
    }
    const outcomes = await Promise.all(steps.map((step) => answer(step, codes[0]!.toUpperCase())));
    const sessions = outcomes.map(signedIn).filter((opened) => opened !== null);
    expect(sessions).toHaveLength(1);
    expect((await sessionOfSecret(sessions[0]!))!.methods).toEqual(['password', 'recovery_code']);
    expect((await getSecondFactor(ctx)).recovery_codes_left).toBe(9);
    const used = await asSuperuser(
      "SELECT 1 FROM audit_events WHERE action = 'use_recovery_code' AND object_id = $1",
      [person.actor.id],
    );
    expect(used).toHaveLength(1);
  });

  it('are replaced by new ones, and require a factor', async () => {
    const org = await testOrg();
    const { person, sid } = await personWithTotp(org);
    const ctx = await portalContextOf(sid);
    const [old] = (await createRecoveryCodes(ctx)).codes;
    const [fresh] = (await createRecoveryCodes(ctx)).codes;
    expect(await answer((await withPassword(person)).step, old!)).toEqual({ rejected: 'wrong' });
    expect(signedIn(await answer((await withPassword(person)).step, fresh!))).not.toBeNull();
    await removeTotp(await portalContextOf(sid));
    await expect(createRecoveryCodes(await portalContextOf(sid))).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect((await withPassword(person)).sid).toBeDefined();
  });
});

describe('factors of other users', () => {
  it('are reset by an administrator for users of this organization only, and their sessions end', async () => {
    const org = await testOrg();
    const admin = await personContext(org, 'admin');
    const { person, sid } = await personWithTotp(org);
    const id = showId('user', person.actor.id!);
    const other = await testOrg();
    await asSuperuser(
      "INSERT INTO memberships (org_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now() + interval '1 hour')",
      [other.orgId, person.actor.id],
    );
    await expect(resetSecondFactor(admin, { id })).rejects.toMatchObject({ code: 'forbidden' });
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE org_id = $1', [other.orgId]);
    const stranger = await personContext(other, 'admin');
    await expect(resetSecondFactor(stranger, { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(resetSecondFactor(admin, { id: showId('user', admin.actor.id!) })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const asked = { ...admin, requestId: newRequestId() };
    await resetSecondFactor(asked, { id });
    expect(await sessionOfSecret(sid)).toBeNull();
    expect((await withPassword(person)).sid).toBeDefined();
    expect(await auditRows(asked.requestId)).toMatchObject([
      { action: 'reset_second_factor', outcome: 'allowed', object_id: person.actor.id },
    ]);
  });

  it('are not reset when the user concurrently becomes a member elsewhere', async () => {
    const [org, other] = [await testOrg(), await testOrg()];
    const admin = await personContext(org, 'admin');
    const { person } = await personWithTotp(org);
    const userId = person.actor.id!;
    const asked = await withScope({ userId }, async (tx) => {
      // As after accepting an invitation.
      await lockPerson(tx, userId);
      await enterTenant(tx, other.orgId);
      await tx
        .insert(memberships)
        .values({ orgId: other.orgId, userId, role: 'viewer', createdAt: new Date() });
      const outcome = resetSecondFactor(admin, { id: showId('user', userId) }).then(
        () => 'reset',
        (error: unknown) => (error as { code: string }).code,
      );
      await vi.waitFor(
        async () => expect(await asSuperuser('SELECT 1 FROM pg_locks WHERE NOT granted')).not.toEqual([]),
        { timeout: 5_000 },
      );
      return { outcome };
    });
    expect(await asked.outcome).toBe('forbidden');
  });

  it('an incomplete sign-in adds no factor to a user who has one', async () => {
    const { person } = await personWithTotp(await testOrg());
    const { step } = await withPassword(person);
    expect(await beginFirstTotp(step!)).toBeNull();
    expect(await completeSignIn(step!, { newTotp: '000000' }, facts())).toEqual({ rejected: 'wrong' });
  });
});
