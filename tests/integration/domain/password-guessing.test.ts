import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { signIn, type SignInRequest } from '../../../server/auth/sign-in';
import { withHashLimit } from '../../../server/auth/hash-limit';
import { emailHash } from '../../../server/auth/password';
import { withScope } from '../../../server/db/transaction';
import { reserve, throttleKey } from '../../../server/rate-limits/throttle';
import { newRequestId } from '../../../server/shared/ids';
import { asSuperuser, personContext, testOrg } from '../../support/database';

/** C-04, the mechanism; `npm run audit:brute-force` has the figures. */

const request = (email: string, password: string, more: Partial<SignInRequest> = {}): SignInRequest => ({
  email,
  password,
  ip: randomUUID(),
  userAgent: 'test',
  requestId: newRequestId(),
  ...more,
});

/** Passwords checked since the last call. */
let seen = 0;
/** Four attempts are free, the fifth locks for a second; on a slow machine one more may follow. */
const FEW = 7;
/** Keeps the lock, however slow the test is. */
const keepLocked = () =>
  asSuperuser(
    "UPDATE sign_in_throttles SET locked_until = now() + interval '1 minute' WHERE failures > 4 AND locked_until IS NOT NULL",
  );

async function checked(): Promise<number> {
  const [row] = await asSuperuser<{ n: number }>(
    "SELECT coalesce(sum(count), 0)::int AS n FROM security_events WHERE code = 'sign_in_failed'",
  );
  const since = row!.n - seen;
  seen = row!.n;
  return since;
}

beforeEach(async () => {
  await asSuperuser("DELETE FROM sign_in_throttles WHERE key LIKE 'global:%'");
  await checked();
});

describe('password guessing', () => {
  it('is counted before verification: sixty attempts at once from sixty addresses verify only a few', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    await Promise.all(
      Array.from({ length: 60 }, (_unused, n) => signIn(request(person.email, `wrong ${n}`))),
    );
    expect(await checked()).toBeLessThanOrEqual(FEW);
  });

  it('is counted in the same way for unknown accounts', async () => {
    const email = `${randomUUID()}@example.org`;
    await Promise.all(Array.from({ length: 60 }, (_unused, n) => signIn(request(email, `wrong ${n}`))));
    expect(await checked()).toBeLessThanOrEqual(FEW);
  });

  it('from elsewhere does not lock out the owner in a browser with earlier sign-ins', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const { email, password } = person;
    const { device } = (await signIn(request(email, password)))!;
    for (let n = 0; n < 8; n++) await signIn(request(email, `wrong ${n}`));
    await keepLocked();
    expect(await signIn(request(email, password))).toBeNull();
    expect(await signIn(request(email, password, { device: randomUUID() }))).toBeNull();
    expect(await signIn(request(email, password, { device }))).not.toBeNull();
  });

  it('in a known browser is counted for that browser, whose secret is stored as a hash', async () => {
    const [owner, other] = [
      await personContext(await testOrg(), 'clinician'),
      await personContext(await testOrg(), 'clinician'),
    ];
    const { device } = (await signIn(request(owner.email, owner.password)))!;
    const [row] = await asSuperuser<{ text: string }>(
      'SELECT d::text AS text FROM known_devices d WHERE user_id = $1',
      [owner.actor.id],
    );
    expect(row!.text).not.toContain(device);
    await checked();
    for (let n = 0; n < 10; n++) await signIn(request(owner.email, `wrong ${n}`, { device }));
    expect(await checked()).toBeLessThanOrEqual(FEW);
    await keepLocked();
    expect(await signIn(request(owner.email, owner.password, { device }))).toBeNull();
    // Another user of the same browser: they share its secret and nothing else.
    expect((await signIn(request(other.email, other.password, { device })))!.device).toBe(device);
  });

  it('with one password on many accounts is limited by address and for all addresses together', async () => {
    const ip = randomUUID();
    const one = Array.from({ length: 40 }, (_unused, n) => throttleKey('account', `one ${ip} ${n}`));
    const admitted = async (keys: string[]) => withScope({}, (tx) => reserve(tx, keys));
    let through = 0;
    for (const key of one) if (await admitted([key, throttleKey('ip', ip)])) through++;
    expect(through).toBeGreaterThanOrEqual(20);
    expect(through).toBeLessThan(30);
    const all = throttleKey('global', randomUUID());
    const results = await Promise.all(Array.from({ length: 400 }, () => admitted([all])));
    const passed = results.filter(Boolean).length;
    expect(passed).toBeGreaterThanOrEqual(200);
    expect(passed).toBeLessThan(300);
  });

  it('from a limited address locks no accounts, even when it targets all of them', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const ip = randomUUID();
    for (let n = 0; n < 30; n++) await withScope({}, (tx) => reserve(tx, [throttleKey('ip', ip)]));
    // Mistakes of the owner: one more would lock the account.
    for (let n = 0; n < 4; n++) await signIn(request(person.email, `wrong ${n}`));
    for (let n = 0; n < 10; n++) expect(await signIn(request(person.email, `wrong ${n}`, { ip }))).toBeNull();
    // Keeps the lock, however slow the test is.
    await asSuperuser(
      "UPDATE sign_in_throttles SET locked_until = now() + interval '1 minute' WHERE key = $1 AND locked_until IS NOT NULL",
      [throttleKey('account', emailHash(person.email))],
    );
    expect(await signIn(request(person.email, person.password))).not.toBeNull();
  });

  it('at a locked account uses up neither the limit of its address nor the global limit', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const ip = randomUUID();
    for (let n = 0; n < 5; n++) await signIn(request(person.email, `wrong ${n}`));
    await keepLocked();
    const filled = async () =>
      (
        await asSuperuser<{ failures: number }>(
          "SELECT failures FROM sign_in_throttles WHERE key LIKE 'global:%'",
        )
      )[0]!.failures;
    const before = await filled();
    for (let n = 0; n < 30; n++) await signIn(request(person.email, 'wrong', { ip }));
    expect(await filled()).toBeLessThanOrEqual(before);
    const other = await personContext(await testOrg(), 'viewer');
    expect(await signIn(request(other.email, other.password, { ip }))).not.toBeNull();
  });

  it('above the global limit does not count against the address', async () => {
    const [ip, all] = [throttleKey('ip', randomUUID()), throttleKey('global', randomUUID())];
    await asSuperuser(
      "INSERT INTO sign_in_throttles (key, failures, updated_at) VALUES ($1, 1000, now() + interval '1 hour')",
      [all],
    );
    const through = (keys: string[]) => withScope({}, (tx) => reserve(tx, keys));
    for (let n = 0; n < 30; n++) expect(await through([ip, all])).toBe(false);
    expect(await through([ip])).toBe(true);
  });

  it('from one IPv6 network counts as one address', async () => {
    const network = `2001:db8:${(Date.now() % 65_536).toString(16)}:1`;
    const results: boolean[] = [];
    for (let n = 0; n < 40; n++)
      results.push(
        await withScope({}, (tx) => reserve(tx, [throttleKey('ip', `${network}::${n.toString(16)}`)])),
      );
    expect(results.filter(Boolean).length).toBeLessThan(30);
    const next = throttleKey('ip', `${network.slice(0, -1)}2::1`);
    expect(await withScope({}, (tx) => reserve(tx, [next]))).toBe(true);
  });

  it('does not count attempts with the right password', async () => {
    const person = await personContext(await testOrg(), 'viewer');
    const ip = randomUUID();
    for (let n = 0; n < 25; n++)
      expect(await signIn(request(person.email, person.password, { ip })), String(n)).not.toBeNull();
  });
});

describe('password hashing', () => {
  it('runs a few at a time, known browsers first', async () => {
    let running = 0;
    let most = 0;
    const order: string[] = [];
    const work = (name: string) => async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
      running--;
    };
    const strangers = Array.from({ length: 30 }, () => withHashLimit(work('stranger')));
    const known = withHashLimit(work('known'), true);
    await Promise.all([...strangers, known]);
    expect(most).toBeLessThanOrEqual(4);
    expect(order.indexOf('known')).toBeLessThan(10);
  });
});
