import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endSession, sessionOfSecret } from '../../../server/auth/portal-session';
import { signIn } from '../../../server/auth/sign-in';
import { newRequestId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';

const request = (email: string, password: string, ip: string = randomUUID()) => ({
  email,
  password,
  ip,
  userAgent: 'test',
  requestId: newRequestId(),
});
const session = async (sid: string, change: string) => {
  await asSuperuser(`UPDATE auth_sessions SET ${change} WHERE secret_hash = sha256($1::bytea)`, [
    Buffer.from(sid),
  ]);
  return sessionOfSecret(sid);
};

describe('portal sign-in', () => {
  it('opens a session with role and organization, audited, its secret stored as a hash only', async () => {
    const org = await testOrg();
    const person = await personContext(org, 'clinician');
    const attempt = request(person.email.toUpperCase(), person.password);
    const signedIn = await signIn(attempt);
    expect(await sessionOfSecret(signedIn!.sid)).toMatchObject({
      orgId: org.orgId,
      role: 'clinician',
      email: person.email,
      sandbox: false,
    });
    expect(await auditRows(attempt.requestId)).toMatchObject([
      { action: 'sign_in', kind: 'auth', outcome: 'allowed' },
    ]);
    const [row] = await asSuperuser<{ text: string }>(
      'SELECT s::text AS text FROM auth_sessions s WHERE org_id = $1',
      [org.orgId],
    );
    expect(row!.text).not.toContain(signedIn!.sid);
  });

  it('accepts one user in four browsers at once', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const ip = randomUUID();
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => signIn(request(person.email, person.password, ip))),
    );
    expect(opened.filter((session) => session === null)).toEqual([]);
  });

  it('gives the same answer for unknown, wrong, disabled and former accounts', async () => {
    const org = await testOrg();
    const [wrong, disabled, ended] = [
      await personContext(org, 'viewer'),
      await personContext(org, 'viewer'),
      await personContext(org, 'viewer'),
    ];
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE email = $1', [disabled.email]);
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE user_id = $1', [ended.actor.id]);
    for (const attempt of [
      request('unknown@example.org', 'x'),
      request(wrong.email, `${wrong.password} `),
      request(disabled.email, disabled.password),
      request(ended.email, ended.password),
    ]) {
      expect(await signIn(attempt)).toBeNull();
    }
  });

  it('locks an account with growing delay after a few failures from any address, and admits the owner later', async () => {
    const org = await testOrg();
    const person = await personContext(org, 'clinician');
    for (let n = 0; n < 6; n++) await signIn(request(person.email, 'wrong'));
    expect(await signIn(request(person.email, person.password))).toBeNull();
    const locks = () =>
      asSuperuser<{ failures: number; seconds: number }>(
        "SELECT failures, extract(epoch FROM locked_until - updated_at)::float AS seconds FROM sign_in_throttles WHERE key LIKE 'account:%' ORDER BY updated_at DESC LIMIT 1",
      );
    const [first] = await locks();
    await asSuperuser("UPDATE sign_in_throttles SET locked_until = now() - interval '1 second'");
    await signIn(request(person.email, 'wrong'));
    const [second] = await locks();
    expect(second!.failures).toBe(first!.failures + 1);
    expect(second!.seconds).toBeCloseTo(first!.seconds * 2, 0);
    await asSuperuser("UPDATE sign_in_throttles SET locked_until = now() - interval '1 second'");
    expect(await signIn(request(person.email, person.password))).not.toBeNull();
    const [counted] = await asSuperuser<{ n: number }>(
      "SELECT sum(count)::int AS n FROM security_events WHERE code IN ('sign_in_failed', 'sign_in_locked')",
    );
    expect(counted!.n).toBeGreaterThanOrEqual(8);
  });

  it('counts an IPv6 network in one row', async () => {
    const network = `2001:db8:f${randomUUID().slice(0, 3)}:7`;
    const email = `${randomUUID()}@example.org`;
    for (const host of [':1', ':2', 'ffff:ffff:ffff:ffff'])
      await signIn(request(email, 'x', `${network}:${host}`));
    const rows = await asSuperuser<{ ip: string; n: number }>(
      'SELECT ip, sum(count)::int AS n FROM security_events WHERE ip LIKE $1 GROUP BY ip',
      [`${network}:%`],
    );
    expect(rows).toEqual([{ ip: `${network}::/64`, n: 3 }]);
  });

  it('slows down one address that tries many accounts', async () => {
    const ip = randomUUID();
    for (let n = 0; n < 30; n++) await signIn(request(`unknown-${n}@example.org`, 'x', ip));
    const org = await testOrg();
    const person = await personContext(org, 'viewer');
    // Keeps the lock: on a slow machine it would otherwise expire in between.
    await asSuperuser("UPDATE sign_in_throttles SET updated_at = now() WHERE key LIKE 'ip:%'");
    expect(await signIn(request(person.email, person.password, ip))).toBeNull();
    expect(await signIn(request(person.email, person.password))).not.toBeNull();
  });
});

describe('portal sessions', () => {
  const open = async () => {
    const org = await testOrg();
    const person = await personContext(org, 'viewer');
    return { person, sid: (await signIn(request(person.email, person.password)))!.sid };
  };

  it.each([
    ['idle for 15 minutes', "last_seen_at = now() - interval '15 minutes'"],
    ['12 hours old', 'expires_at = now()'],
    ['revoked', 'revoked_at = now()'],
  ])('end when %s', async (_name, change) => {
    const { sid } = await open();
    expect(await sessionOfSecret(sid)).not.toBeNull();
    expect(await session(sid, change)).toBeNull();
  });

  it('continue just before the limits, and activity counts', async () => {
    const { sid } = await open();
    expect(await session(sid, "last_seen_at = now() - interval '14 minutes 50 seconds'")).not.toBeNull();
    expect(await session(sid, "expires_at = now() + interval '20 seconds'")).not.toBeNull();
    const [row] = await asSuperuser<{ fresh: boolean }>(
      "SELECT last_seen_at > now() - interval '1 minute' AS fresh FROM auth_sessions WHERE secret_hash = sha256($1::bytea)",
      [Buffer.from(sid)],
    );
    expect(row).toEqual({ fresh: true });
  });

  it('end with the membership, the account, and at sign-out', async () => {
    const [a, b, c] = [await open(), await open(), await open()];
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE user_id = $1', [a.person.actor.id]);
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [b.person.actor.id]);
    await endSession(c.sid, 'signed_out');
    for (const { sid } of [a, b, c]) expect(await sessionOfSecret(sid)).toBeNull();
  });
});
