import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  isResetOpen,
  makePasswordReset,
  passwordResetsSent,
  requestPasswordReset,
  redeemPasswordReset,
} from '../../../server/auth/password-reset';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { signIn } from '../../../server/auth/sign-in';
import { withScope } from '../../../server/db/transaction';
import { newRequestId, showId } from '../../../server/shared/ids';
import { changePassword } from '../../../server/domain/passwords/change-password';
import { createUser } from '../../../server/domain/people/create-user';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { asSuperuser, auditRows, testOrg } from '../../support/database';
import { personOfTwo, signedIn, type Person } from '../../support/people';
import { setMail, startSmtp, textOf, type SmtpServer } from '../../support/smtp';
import { isFull, nightly } from '../../support/test-size';

/** A user's password: changed with the current one, or set by a single-use link that is valid for half an hour. */

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());
afterEach(() => {
  setMail(undefined);
  vi.useRealTimers();
});

const NEW = 'another horse battery staple';
const request = () => ({ ip: '192.0.2.7', requestId: newRequestId() });
const alive = async (sid: string) => (await sessionOfSecret(sid)) !== null;
const opens = async ({ email }: Person, password: string) =>
  (await signIn({ ...request(), email, password, userAgent: null })) !== null;

async function link({ userId }: Person): Promise<string> {
  const made = await withScope({}, (tx) => makePasswordReset(tx, { userId, createdBy: 'system', ip: null }));
  return made.secret;
}

describe('password change', () => {
  it('ends all other sessions everywhere and gives this one a new secret', async () => {
    const { first, second, person } = await personOfTwo();
    const [mine, here, there] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    await switchOrganization(there.ctx, { id: showId('organization', second.orgId) });
    setMail(`smtp://127.0.0.1:${smtp.port}`);
    const changed = await changePassword(mine.ctx, { current_password: person.password, new_password: NEW });
    expect(changed).toEqual({ object: 'changed_password', sessions_ended: 2 });
    expect(await Promise.all([mine.sid, here.sid, there.given[0]!].map(alive))).toEqual([
      false,
      false,
      false,
    ]);
    expect(await sessionOfSecret(mine.given[0]!)).toMatchObject({
      orgId: first.orgId,
      userId: person.userId,
    });
    expect([await opens(person, person.password), await opens(person, NEW)]).toEqual([false, true]);
    expect((await auditRows(mine.ctx.requestId)).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['change_password', 'allowed'],
      ['change_password', 'allowed'],
    ]);
    expect(textOf(await smtp.mailTo(person.email))).toContain('was changed');
  });

  it('is rejected without the current password, and after a few wrong guesses even with it', async () => {
    const { person } = await personOfTwo();
    const { ctx, sid } = await signedIn(person);
    const attempt = (current_password: string, new_password = NEW) =>
      changePassword(ctx, { current_password, new_password }).then(
        () => 'changed',
        (error: { code: string; extras: { errors?: { pointer: string }[] } }) =>
          error.extras.errors?.[0]?.pointer ?? error.code,
      );
    expect(await attempt(person.password, 'too short')).toBe('/new_password');
    expect(await attempt(person.password, person.password)).toBe('/new_password');
    const guesses = [];
    for (let n = 0; n < 7; n++) guesses.push(await attempt(`guess ${n}`));
    expect(guesses.slice(0, 4)).toEqual(Array(4).fill('/current_password'));
    expect(guesses.at(-1)).toBe('rate_limited');
    expect(await attempt(person.password)).toBe('rate_limited');
    expect(await alive(sid)).toBe(true);
    expect(await opens(person, person.password)).toBe(true);
  });

  it('rejects a password that is easy to guess, as do the link and the operator command (C-06)', async () => {
    const { person } = await personOfTwo();
    const { ctx } = await signedIn(person);
    const [secret, org] = [await link(person), await testOrg()];
    const endpoints: Record<string, (password: string) => Promise<unknown>> = {
      '/new_password': (new_password) =>
        changePassword(ctx, { current_password: person.password, new_password }),
      '/password': (password) => redeemPasswordReset({ secret, password }, request()),
      '/password of a new person': (password) =>
        createUser(org.ctx, {
          email: 'someone.new@example.org',
          name: 'Someone New',
          role: 'viewer',
          password,
        }),
    };
    const own = ['Test-Clinician-2026', 'Test-Clinician-2026', 'someone.new@2026'];
    for (const [n, [pointer, choose]] of Object.entries(endpoints).entries())
      for (const password of ['passwordpassword', 'TestOrganization1', own[n]!])
        await expect(choose(password), `${password} ${pointer}`).rejects.toMatchObject({
          code: 'validation_failed',
          extras: { errors: [{ pointer: pointer.split(' ')[0], code: 'not_allowed' }] },
        });
    expect(await opens(person, person.password)).toBe(true);
    await redeemPasswordReset({ secret, password: NEW }, request());
  });

  it('succeeds once of ten concurrent attempts', nightly, async () => {
    const { person } = await personOfTwo();
    const sessions = [];
    for (let n = 0; n < 10; n++) sessions.push(await signedIn(person));
    const outcomes = await Promise.allSettled(
      sessions.map(({ ctx }, n) =>
        changePassword(ctx, { current_password: person.password, new_password: `${NEW} ${n}` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const open = await asSuperuser<{ n: number }>(
      'SELECT count(*)::int AS n FROM auth_sessions WHERE user_id = $1 AND revoked_at IS NULL',
      [person.userId],
    );
    expect(open).toEqual([{ n: 1 }]);
  });
});

describe('password reset link', () => {
  it('is emailed to its owner, stored as a hash, and works once; sessions and other links end', async () => {
    const { first, second, person } = await personOfTwo();
    const session = await signedIn(person);
    setMail(`smtp://127.0.0.1:${smtp.port}`);
    const other = await link(person);
    requestPasswordReset(` ${person.email.toUpperCase()}`, request());
    await passwordResetsSent();
    const text = textOf(await smtp.mailTo(person.email));
    const secret = /\/reset-password\/([A-Za-z0-9_-]{43})\s/.exec(text)![1]!;
    const stored = await asSuperuser<{ text: string }>('SELECT r::text AS text FROM password_resets r');
    expect(stored.filter((row) => row.text.includes(secret))).toEqual([]);

    await expect(redeemPasswordReset({ secret, password: 'short' }, request())).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await isResetOpen(secret, request())).toBe(true);
    const use = request();
    await redeemPasswordReset({ secret, password: NEW }, use);
    for (const over of [secret, other, secret.slice(1)])
      expect(await isResetOpen(over, request())).toBe(false);
    expect([await opens(person, person.password), await opens(person, NEW)]).toEqual([false, true]);
    expect(await alive(session.sid)).toBe(false);
    const audited = await asSuperuser<{ org_id: string; actor: string }>(
      "SELECT org_id, actor FROM audit_events WHERE request_id = $1 AND action = 'reset_password' AND object_kind = 'password_reset'",
      [use.requestId],
    );
    expect(audited.map(({ org_id }) => org_id).sort()).toEqual([first.orgId, second.orgId].sort());
    expect(audited[0]!.actor).toBe(showId('user', person.userId));
    for (const again of [secret, other])
      await expect(
        redeemPasswordReset({ secret: again, password: `${NEW}!` }, request()),
      ).rejects.toMatchObject({
        code: 'not_found',
      });
    expect(await opens(person, NEW)).toBe(true);
  });

  it('works once of many concurrent attempts', async () => {
    const { person } = await personOfTwo();
    const secret = await link(person);
    const passwords = Array.from({ length: isFull ? 20 : 6 }, (_unused, n) => `${NEW} ${n}`);
    const outcomes = await Promise.allSettled(
      passwords.map((password) => redeemPasswordReset({ secret, password }, request())),
    );
    const winners = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
    expect(await opens(person, passwords[winners[0]!]!)).toBe(true);
  });

  it('expires after 30 minutes to the second, and is invalid for former members and made-up links', async () => {
    const { person } = await personOfTwo();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const [late, timely] = [await link(person), await link(person)];
    const use = (secret: string) =>
      redeemPasswordReset({ secret, password: NEW }, request()).then(
        () => 'set',
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      );
    vi.setSystemTime(start + 30 * 60_000);
    const over = await use(late);
    expect(over).toMatch(/^not_found/);
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [person.userId]);
    vi.setSystemTime(start + 30 * 60_000 - 1000);
    expect([await use(timely), await use('A'.repeat(43))]).toEqual([over, over]);
    await asSuperuser('UPDATE users SET disabled_at = NULL WHERE id = $1', [person.userId]);
    expect(await use(timely)).toBe('set');
  });

  it(
    'is not sent to unknown addresses, disabled users, former members, or more than three times',
    nightly,
    async () => {
      setMail(`smtp://127.0.0.1:${smtp.port}`);
      const [busy, disabled, former] = [await personOfTwo(), await personOfTwo(), await personOfTwo()].map(
        ({ person }) => person,
      );
      await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled!.userId]);
      await asSuperuser('UPDATE memberships SET ended_at = now() WHERE user_id = $1', [former!.userId]);
      const before = smtp.mails.length;
      for (const email of ['unknown@example.org', 'no address', disabled!.email, former!.email])
        requestPasswordReset(email, request());
      for (let n = 0; n < 12; n++) requestPasswordReset(busy!.email, request());
      await passwordResetsSent();
      expect(smtp.mails.slice(before).map(({ to }) => to)).toEqual(Array(3).fill([busy!.email]));
    },
  );
});
