import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { env } from '../../server/env';
import type { Context } from '../../server/shared/context';

/** What was signed or encrypted with an earlier key stays valid while that key is configured. */

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [older, newer] = [key('k1'), key('k2')];
const before = env.ENCRYPTION_KEYS;
afterAll(() => void Object.assign(env, { ENCRYPTION_KEYS: before }));

const ID = '00000000-0000-4000-8000-000000000001';
const ctx: Context = {
  actor: { kind: 'user', id: ID, orgId: ID, scopes: new Set(['documents:read'] as const), role: 'clinician' },
  transport: 'portal',
  requestId: 'req_1',
  ip: null,
};

/** The modules of a process with these keys, which derive their secrets once. */
async function processWith(...keys: string[]) {
  vi.resetModules();
  env.ENCRYPTION_KEYS = keys.join(',');
  const { openPage } = await import('../../server/shared/paging');
  const { contentUrl, readContentToken } = await import('../../server/domain/documents/content-address');
  const { consentCsrf, isConsentCsrf } = await import('../../server/domain/oauth/consent');
  const { sessionCookie, sessionCookieName } = await import('../../server/auth/session-cookie');
  const { sidOfCookies } = await import('../../server/auth/portal-session');
  const page = (cursor?: string) => openPage(ctx, 'things', { limit: 1, ...(cursor ? { cursor } : {}) });
  return {
    cursor: () => page().close([1, 2], () => ['a'], String).next_cursor!,
    reads: (cursor: string) => page(cursor).after,
    url: () => contentUrl(ctx, ID)!.split('/').at(-1)!,
    opens: (token: string) => readContentToken(token)?.documentId ?? null,
    csrf: () => consentCsrf('session', 'secret'),
    accepts: (token: string) => isConsentCsrf('session', 'secret', token),
    cookie: async () => (await sessionCookie('sid-1')).split(';')[0]!.split('=')[1]!,
    signedIn: (value: string) => sidOfCookies({ [sessionCookieName()]: value }),
  };
}

describe('a new first key', () => {
  it('ends no session and invalidates no cursor or URL, until the earlier one is removed', async () => {
    const first = await processWith(older);
    const [cursor, url, csrf, cookie] = [first.cursor(), first.url(), first.csrf(), await first.cookie()];
    const both = await processWith(newer, older);
    expect(both.reads(cursor)).toEqual(['a']);
    expect(both.opens(url)).toBe(ID);
    expect(both.accepts(csrf)).toBe(true);
    expect(await both.signedIn(cookie)).toBe('sid-1');
    const made = [both.cursor(), both.url(), both.csrf(), await both.cookie()] as const;
    const last = await processWith(newer);
    expect(last.reads(made[0])).toEqual(['a']);
    expect(last.opens(made[1])).toBe(ID);
    expect(last.accepts(made[2])).toBe(true);
    expect(await last.signedIn(made[3])).toBe('sid-1');
    expect(() => last.reads(cursor)).toThrow('The cursor was modified');
    expect(last.opens(url)).toBeNull();
    expect(last.accepts(csrf)).toBe(false);
    expect(await last.signedIn(cookie)).toBeNull();
  });
});
