import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import type { Role } from '../../../server/data-types/role-codes';
import { endMembership } from '../../../server/domain/people/end-membership';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { openInvitation } from '../../../server/domain/people/open-invitation';
import { renewInvitation } from '../../../server/domain/people/renew-invitation';
import { revokeInvitation } from '../../../server/domain/people/revoke-invitation';
import { newId, newRequestId, readId } from '../../../server/shared/ids';
import { PUBLIC_FORMS } from '../../../server/rate-limits/policies';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { meetAt } from '../../support/locked-rows';
import { idOf, someAddress } from '../../support/members';
import { startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';
import { nightly } from '../../support/test-size';

/** Accepting an invitation through the public endpoint. */

let server: TestServer;
const { quota } = PUBLIC_FORMS;
beforeAll(async () => {
  server = await startServer();
  // All requests of this file come from one address.
  PUBLIC_FORMS.quota = 10_000;
});
afterAll(() => {
  PUBLIC_FORMS.quota = quota;
  return server.close();
});

const PASSWORD = 'nine lives of a lab cat';

interface Answer {
  status: number;
  json: { code?: string; organization?: string; errors?: { pointer: string; message: string }[] };
  text: string;
  requestId: string;
}

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/public/accept-invitation`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    json: JSON.parse(text) as Answer['json'],
    requestId: answer.headers.get('x-request-id')!,
  };
}

const accept = (secret: string, account: 'new' | 'existing' = 'new', password = PASSWORD) =>
  post({ secret, account, password });

async function clinic() {
  const org = await testOrg();
  return { org, admin: await personContext(org, 'admin') };
}

async function invited(email = someAddress(), role: Role = 'clinician') {
  const { org, admin } = await clinic();
  const made = await invitePerson(admin, { name: 'New Person', email, role });
  return { org, admin, id: made.id, email, secret: made.link!.split('/').at(-1)! };
}

const membersOf = async (orgId: string) =>
  (await asSuperuser('SELECT 1 FROM memberships WHERE org_id = $1', [orgId])).length;
const forgetAttempts = () => asSuperuser('DELETE FROM sign_in_throttles');
const seen = (secret: string) => openInvitation(secret, { ip: '127.0.0.1', requestId: newRequestId() });
const without = (text: string) => text.replaceAll(/req_\w+/g, 'R');

describe('accepting an invitation without an account', () => {
  it('sets a password, creates the membership with its role, and allows sign-in', async () => {
    const { org, admin, email, secret } = await invited();
    expect(await seen(secret)).toMatchObject({ organization: 'Test organization', email, role: 'clinician' });
    const answer = await accept(secret);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({ organization: 'Test organization' });
    const { sid } = await signInAs({ email, password: PASSWORD });
    expect(await sessionOfSecret(sid)).toMatchObject({ orgId: org.orgId, role: 'clinician', email });
    expect(await auditRows(answer.requestId)).toMatchObject([
      { action: 'accept_invitation', kind: 'auth', outcome: 'allowed', detail: { role: 'clinician' } },
    ]);
    const [row] = await asSuperuser<{ created_by: string }>(
      'SELECT created_by FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1',
      [email],
    );
    expect(row!.created_by).toBe(idOf(admin));
    expect(await seen(secret)).toBeNull();
  });

  it('succeeds once of twenty concurrent attempts', nightly, async () => {
    const { secret, org } = await invited();
    const answers = await Promise.all([...Array(20)].map(() => accept(secret)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The link is used up, or the account already exists.
    for (const status of statuses) expect([200, 404, 422]).toContain(status);
    expect(await membersOf(org.orgId)).toBe(2);
    await forgetAttempts();
  });

  it('from two organizations at once creates one account', async () => {
    const email = someAddress();
    const both = [await invited(email), await invited(email)];
    const answers = await Promise.all(both.map(({ secret }) => accept(secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const late = both[answers.findIndex(({ status }) => status === 422)]!;
    expect((await accept(late.secret, 'existing')).status).toBe(200);
    await forgetAttempts();
  });

  it.each([
    ['14 characters', 'fourteen chars'],
    ['129 characters', 'x1'.repeat(64) + 'x'],
    ['one word over and over', 'Welcome-Welcome-1'],
    ['their own name', 'New-Person-2026!'],
    ['none', ''],
  ])('rejects a password of %s and keeps the invitation valid', async (_name, password) => {
    const { secret } = await invited();
    const answer = await accept(secret, 'new', password);
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toMatchObject([{ pointer: '/password' }]);
    expect(await seen(secret)).not.toBeNull();
  });

  it.each([
    ' spaces at both ends  ',
    'пароль из кириллицы',
    '🐈🐕🐎🐄🐖🐏🐐🐪🐘🐁🐇🐿🦔🦇🐻',
    '"; drop table users; --',
  ])('keeps the password exactly as typed: %s', async (password) => {
    const { secret, email } = await invited();
    expect((await accept(secret, 'new', password)).status).toBe(200);
    await signInAs({ email, password });
    await expect(signInAs({ email, password: password.trim() + '.' })).rejects.toThrow();
    await forgetAttempts();
  });
});

describe('accepting an invitation with an account', () => {
  it('verifies the password and keeps it, the name and other memberships', async () => {
    const home = await clinic();
    const person = await personContext(home.org, 'viewer');
    const { org, secret } = await invited(person.email, 'clinician');
    expect((await accept(secret, 'existing', person.password)).status).toBe(200);
    const rows = await asSuperuser<{ org_id: string; role: string; name: string }>(
      'SELECT m.org_id, m.role, u.name FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1',
      [person.email],
    );
    expect(rows.map((row) => [row.org_id, row.role]).sort()).toEqual(
      [
        [home.org.orgId, 'viewer'],
        [org.orgId, 'clinician'],
      ].sort(),
    );
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Test viewer']));
    await signInAs(person);
  });

  it('restores a membership with the role of the invitation', async () => {
    const { org, admin } = await clinic();
    const person = await personContext(org, 'admin');
    await endMembership(admin, { id: idOf(person) });
    const made = await invitePerson(admin, { name: 'Back', email: person.email, role: 'viewer' });
    const secret = made.link!.split('/').at(-1)!;
    expect((await accept(secret, 'existing', person.password)).status).toBe(200);
    const { sid } = await signInAs(person);
    expect(await sessionOfSecret(sid)).toMatchObject({ role: 'viewer' });
  });

  it('gives the same answer for a wrong password and for claiming to have no account', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const [a, b] = [await invited(person.email), await invited()];
    const answers = [
      await accept(a.secret, 'existing', 'not the right password'),
      await accept(a.secret, 'new'),
      await accept(b.secret, 'existing'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(new Set(answers.map(({ text }) => without(text))).size).toBe(1);
    // Neither link is used up.
    expect((await accept(a.secret, 'existing', person.password)).status).toBe(200);
    expect((await accept(b.secret, 'new')).status).toBe(200);
    await forgetAttempts();
  });

  it('is rejected when the account is disabled', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const { secret } = await invited(person.email);
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE email = $1', [person.email]);
    expect((await accept(secret, 'existing', person.password)).status).toBe(422);
    await forgetAttempts();
  });

  it('is rejected when the account is disabled during the request', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const { org, secret } = await invited(person.email);
    const [answer] = await meetAt(
      ['users WHERE email = $1', person.email],
      [() => accept(secret, 'existing', person.password)],
      [['UPDATE users SET disabled_at = now() WHERE email = $1', person.email]],
    );
    expect(answer).toMatchObject({ value: { status: 422 } });
    expect(await membersOf(org.orgId)).toBe(1);
    await forgetAttempts();
  });

  it('is rejected when the same link was used during the request and that membership has ended since', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const { org, id, secret } = await invited(person.email);
    const [answer] = await meetAt(
      ['invitations WHERE id = $1', readId('invitation', id)],
      [() => accept(secret, 'existing', person.password)],
      [['UPDATE invitations SET accepted_at = now() WHERE id = $1', readId('invitation', id)]],
    );
    expect(answer).toMatchObject({ value: { status: 404 } });
    expect(await membersOf(org.orgId)).toBe(1);
  });

  it('limits password guessing', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const { secret } = await invited(person.email);
    const statuses: number[] = [];
    for (let nth = 0; nth < 8; nth++)
      statuses.push((await accept(secret, 'existing', `guess number ${nth} of many`)).status);
    expect(statuses[0]).toBe(422);
    expect(statuses.at(-1)).toBe(429);
    expect((await accept(secret, 'existing', person.password)).status).toBe(429);
    await forgetAttempts();
    expect((await accept(secret, 'existing', person.password)).status).toBe(200);
  });

  it('invalidates password links shown to an administrator elsewhere', async () => {
    const home = await clinic();
    const person = await personContext(home.org, 'viewer');
    await asSuperuser(
      `INSERT INTO password_resets (id, user_id, secret_hash, created_at, created_by, expires_at)
       VALUES ($1, $2, sha256(gen_random_uuid()::text::bytea), now(), $3, now() + interval '1 hour')`,
      [newId(), person.actor.id, idOf(home.admin)],
    );
    const { secret } = await invited(person.email);
    expect((await accept(secret, 'existing', person.password)).status).toBe(200);
    const open = await asSuperuser('SELECT 1 FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [
      person.actor.id,
    ]);
    expect(open).toEqual([]);
  });
});

describe('invalid invitation link', () => {
  it('has one answer for every reason, and no password is verified', async () => {
    const [used, expired, revoked, renewed, replaced] = [
      await invited(),
      await invited(),
      await invited(),
      await invited(),
      await invited(),
    ];
    await accept(used.secret);
    await asSuperuser("UPDATE invitations SET expires_at = now() - interval '1 ms' WHERE org_id = $1", [
      expired.org.orgId,
    ]);
    await revokeInvitation(revoked.admin, { id: revoked.id });
    await renewInvitation(renewed.admin, { id: renewed.id });
    await invitePerson(replaced.admin, { name: 'Again', email: replaced.email, role: 'viewer' });
    const bad = [
      ...[used, expired, revoked, renewed, replaced].map(({ secret }) => secret),
      'A'.repeat(43),
      '',
      'short',
      `${used.secret}x`,
      "' or 1=1 --",
    ];
    const answers: Answer[] = [];
    for (const secret of bad) {
      expect(await seen(secret), secret).toBeNull();
      answers.push(await accept(secret, 'new', 'short'));
      answers.push(await accept(secret, 'existing'));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ text }) => without(text))).size).toBe(1);
    // The organization of a formerly valid link is known, so the denial is in its audit log.
    expect(await auditRows(answers[0]!.requestId)).toMatchObject([
      { action: 'accept_invitation', outcome: 'refused', code: 'not_found' },
    ]);
  });

  it('does not become valid in a race with its renewal', async () => {
    const { admin, id, secret } = await invited();
    const [renewed, answer] = await Promise.all([renewInvitation(admin, { id }), accept(secret)]).catch(
      () => [null, null] as const,
    );
    if (renewed && answer) expect([200, 404]).toContain(answer.status);
    expect(await membersOf(admin.actor.orgId)).toBe(1 + Number(answer?.status === 200));
  });
});

describe('invitation endpoint', () => {
  it('limits requests per address', async () => {
    expect(quota).toBeLessThanOrEqual(60);
    // Counted separately from the requests of other tests.
    const before = { ...PUBLIC_FORMS };
    Object.assign(PUBLIC_FORMS, { name: 'addresses', quota: 1 });
    const statuses = [await accept('A'.repeat(43)), await accept('A'.repeat(43))].map(({ status }) => status);
    Object.assign(PUBLIC_FORMS, before);
    expect(statuses).toEqual([404, 429]);
  });

  it('accepts same-origin requests and complete forms only', async () => {
    const { secret } = await invited();
    const good = { secret, account: 'new', password: PASSWORD };
    for (const [body, headers, status] of [
      [good, { 'Sec-Fetch-Site': 'cross-site' }, 403],
      [good, { 'Sec-Fetch-Site': 'same-site' }, 403],
      [good, { 'Content-Type': 'text/plain' }, 415],
      ['{', {}, 400],
      ['{"secret":"a","secret":"b"}', {}, 400],
      [{ ...good, role: 'admin' }, {}, 422],
      [{ secret }, {}, 422],
      [{ ...good, password: 7 }, {}, 422],
      [{ ...good, account: 'admin' }, {}, 422],
      ['x'.repeat(20_000), {}, 413],
    ] as const)
      expect((await post(body, headers)).status, JSON.stringify([body, headers]).slice(0, 100)).toBe(status);
    expect(await seen(secret)).not.toBeNull();
    for (const [method, path, status] of [
      ['GET', 'accept-invitation', 405],
      ['POST', 'no-such-form', 404],
      ['POST', '__proto__', 404],
    ] as const) {
      const answer = await fetch(`${server.url}/api/public/${path}`, {
        method,
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      await answer.arrayBuffer();
      expect(answer.status, `${method} ${path}`).toBe(status);
    }
  });
});
