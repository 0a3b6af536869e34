import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../../server/auth/sign-in';
import { countsOf } from '../../../server/counts';
import { withTenant } from '../../../server/db/transaction';
import { createMembership } from '../../../server/domain/people/create-membership';
import { listSecurityEventsInput } from '../../../server/domain/audit-log/contract';
import { listSecurityEvents } from '../../../server/domain/audit-log/list-security-events';
import { logger } from '../../../server/logger';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';

/** Failed sign-ins as the administrators of the member's organization see them, and no one else. */

type Person = Awaited<ReturnType<typeof personContext>>;

let org: TestOrg;
let other: TestOrg;
let admin: Person;
let stranger: Person;
let member: Person;

beforeAll(async () => {
  [org, other] = [await testOrg(), await testOrg()];
  admin = await personContext(org, 'admin');
  stranger = await personContext(other, 'admin');
  member = await personContext(org, 'clinician');
});
afterEach(() => vi.restoreAllMocks());

let address = 1;
const fail = async (email: string, ip = `127.77.0.${address++}`) => {
  const requestId = newRequestId();
  await signIn({ email, password: 'not the password', ip, userAgent: null, requestId });
  return { ip, requestId };
};
const list = (ctx: Context, query: object = {}) =>
  listSecurityEvents(
    { ...ctx, requestId: newRequestId() },
    listSecurityEventsInput.parse({ limit: 100, ...query }),
  );
const idOf = (person: Person) => showId('user', person.actor.id!);

describe('security events', () => {
  it('name member, kind, address and request, and count what is equal', async () => {
    const { ip } = await fail(member.email);
    const { requestId } = await fail(member.email, ip);
    const { data } = await list(admin);
    expect(data).toEqual([
      {
        at: expect.stringMatching(/:00\.000Z$/),
        who: { id: idOf(member), name: 'Test clinician' },
        code: 'sign_in_failed',
        count: 2,
        ip,
        request_id: requestId,
      },
    ]);
  });

  it('are not those of other organizations, or of no account', async () => {
    await fail(member.email);
    await fail(`unknown-${newId()}@example.org`);
    expect((await list(stranger)).data).toEqual([]);
    expect((await list(stranger, { who: idOf(member) })).data).toEqual([]);
    expect(new Set((await list(admin)).data.map(({ who }) => who.id))).toEqual(new Set([idOf(member)]));
  });

  it('are hidden by the database too', async () => {
    const read = (of: TestOrg) =>
      withTenant(of.orgId, async (tx) => {
        const { rows } = await tx.client.query('SELECT user_id FROM security_events');
        return rows as { user_id: string }[];
      });
    expect(await read(other)).toEqual([]);
    expect(new Set((await read(org)).map(({ user_id }) => user_id))).toEqual(new Set([member.actor.id]));
  });

  it('from before a membership are not shown to the new organization', async () => {
    const joining = await personContext(other, 'viewer');
    await fail(joining.email);
    await asSuperuser("UPDATE security_events SET minute = minute - interval '1 hour' WHERE user_id = $1", [
      joining.actor.id,
    ]);
    await createMembership(org.ctx, { email: joining.email, role: 'viewer' });
    expect((await list(admin, { who: idOf(joining) })).data).toEqual([]);
    await fail(joining.email);
    expect((await list(admin, { who: idOf(joining) })).data.length).toBe(1);
  });

  it('are filtered by user, kind and time, and read in pages', async () => {
    const person = await personContext(org, 'viewer');
    for (let n = 0; n < 6; n++) await fail(person.email);
    const who = idOf(person);
    const { data } = await list(admin, { who });
    expect(new Set(data.map(({ code }) => code))).toEqual(new Set(['sign_in_failed', 'sign_in_locked']));
    const locked = await list(admin, { who, code: 'sign_in_locked' });
    expect(locked.data).toEqual(data.filter(({ code }) => code === 'sign_in_locked'));
    expect((await list(admin, { who, until: '2020-01-01T00:00:00Z' })).data).toEqual([]);
    expect((await list(admin, { who, since: '2020-01-01T00:00:00Z' })).data).toEqual(data);
    const paged = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(admin, { who, limit: 2, ...(cursor ? { cursor } : {}) });
      paged.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(data);
  });

  it('are for administrators, whose view is recorded', async () => {
    await expect(list(member)).rejects.toMatchObject({ code: 'forbidden' });
    const requestId = newRequestId();
    await listSecurityEvents({ ...admin, requestId }, listSecurityEventsInput.parse({}));
    expect(await auditRows(requestId)).toMatchObject([
      { action: 'list_security_events', outcome: 'allowed' },
    ]);
  });

  it('are counted and logged, without the email address', async () => {
    const info = vi.spyOn(logger, 'info');
    const counted = () =>
      countsOf('clinical_security_events_total').find(({ values }) => values[0] === 'sign_in_failed')
        ?.count ?? 0;
    const before = counted();
    const person = await personContext(org, 'viewer');
    const { ip, requestId } = await fail(person.email);
    expect(counted()).toBe(before + 1);
    const line = { request_id: requestId, code: 'sign_in_failed', transport: 'portal', address: ip };
    expect(info.mock.calls).toEqual([[{ ...line, user: idOf(person) }, 'security event']]);
    await fail(`unknown-${newId()}@example.org`);
    expect(JSON.stringify(info.mock.calls)).not.toContain('@');
  });
});
