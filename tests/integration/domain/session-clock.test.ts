import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextAuthOptions } from '../../../server/auth/next-auth-options';
import {
  endOfSession,
  findPortalSession,
  parseCookies,
  sessionOfSecret,
} from '../../../server/auth/portal-session';
import { sessionCookie } from '../../../server/auth/session-cookie';
import { writeActivity } from '../../../server/auth/session-activity';
import { asSuperuser, testOrg } from '../../support/database';
import { personOf, signedIn } from '../../support/people';
import { sessionCookieFor } from '../../support/session';

/** C-02 by an injected clock: idle and absolute limit to the second, and what counts as activity. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const start = Date.parse('2026-11-05T08:00:00.000Z');
const at = (ms: number) => vi.setSystemTime(start + ms);
const click = (sid: string) => sessionOfSecret(sid);
const look = (sid: string) => sessionOfSecret(sid, { active: false });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(async () => {
  await writeActivity();
  vi.useRealTimers();
});

/** What the sign-in page shows to the browser with this cookie. */
const reason = async (sid: string) => endOfSession(parseCookies(await sessionCookieFor(sid)));

async function open(idleMinutes = 15): Promise<string> {
  const org = await testOrg();
  await asSuperuser('UPDATE organizations SET idle_minutes = $2 WHERE id = $1', [org.orgId, idleMinutes]);
  return (await signedIn(await personOf('viewer', org))).sid;
}
const written = async (sid: string) =>
  (
    await asSuperuser<{ at: Date }>(
      'SELECT last_seen_at AS at FROM auth_sessions WHERE secret_hash = sha256($1::bytea)',
      [Buffer.from(sid)],
    )
  )[0]!.at.getTime() - start;

describe('idle limit', () => {
  it.each([
    [15, 15 * MINUTE],
    [5, 5 * MINUTE],
    [60, 60 * MINUTE],
  ])('of %i minutes, set by the organization, ends a session to the second', async (minutes, ms) => {
    const sid = await open(minutes);
    at(ms - SECOND);
    expect(await look(sid)).toMatchObject({ idleMinutes: minutes, idleEndsAt: new Date(start + ms) });
    expect(await reason(sid)).toBeNull();
    at(ms);
    expect(await look(sid)).toBeNull();
    expect(await reason(sid)).toBe('idle');
  });

  it('counts from the last user action to the second, though the table is written once a minute', async () => {
    const sid = await open();
    at(70 * SECOND);
    await click(sid);
    expect(await written(sid)).toBe(70 * SECOND);
    at(129 * SECOND);
    await click(sid);
    expect(await written(sid)).toBe(70 * SECOND);
    at(129 * SECOND + 15 * MINUTE - SECOND);
    expect(await look(sid)).not.toBeNull();
    at(129 * SECOND + 15 * MINUTE);
    expect(await look(sid)).toBeNull();
  });

  it('is eventually written for other processes', async () => {
    const sid = await open();
    at(59 * SECOND);
    await click(sid);
    expect(await written(sid)).toBe(0);
    await writeActivity();
    expect(await written(sid)).toBe(59 * SECOND);
  });

  it('is not extended by background requests of pages', async () => {
    const sid = await open();
    for (let minute = 1; minute < 15; minute++) {
      at(minute * MINUTE);
      expect(await look(sid)).toMatchObject({ idleEndsAt: new Date(start + 15 * MINUTE) });
    }
    expect(await written(sid)).toBe(0);
    at(15 * MINUTE);
    expect(await look(sid)).toBeNull();
  });

  it('is final: a request after it is rejected', async () => {
    const sid = await open();
    at(15 * MINUTE);
    expect(await click(sid)).toBeNull();
    at(14 * MINUTE);
    await click(sid);
    at(29 * MINUTE);
    expect(await click(sid)).toBeNull();
  });
});

describe('absolute limit', () => {
  it('ends a session after 12 hours of activity to the second', async () => {
    const sid = await open(60);
    const cookie = await sessionCookie(sid);
    for (let half = 1; half < 24; half++) {
      at(half * 30 * MINUTE);
      expect(await click(sid)).not.toBeNull();
    }
    at(12 * 60 * MINUTE - SECOND);
    expect(await click(sid)).not.toBeNull();
    at(12 * 60 * MINUTE);
    expect(await click(sid)).toBeNull();
    expect(await reason(sid)).toBe('expired');
    // The browser has the cookie of the sign-in, not a new one.
    at(23 * 60 * MINUTE);
    expect(Date.parse(/Expires=([^;]+)/.exec(cookie)![1]!)).toBeGreaterThan(Date.now());
    expect(nextAuthOptions().session?.maxAge).toBe(24 * 3600);
    const sent = parseCookies(cookie.split(';')[0]);
    expect([await findPortalSession(sent, { active: false }), await endOfSession(sent)]).toEqual([
      null,
      'expired',
    ]);
  });
});
