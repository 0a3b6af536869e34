import { describe, expect, it } from 'vitest';
import {
  endOfSession,
  endSession as signOut,
  parseCookies,
  sessionOfSecret,
} from '../../../server/auth/portal-session';
import { stepUp } from '../../../server/auth/step-up';
import type { Context } from '../../../server/shared/context';
import { newRequestId, showId } from '../../../server/shared/ids';
import { beginTotp } from '../../../server/domain/second-factors/begin-totp';
import { confirmTotp } from '../../../server/domain/second-factors/confirm-totp';
import { endMemberSessions } from '../../../server/domain/sessions/end-member-sessions';
import { endOtherSessions } from '../../../server/domain/sessions/end-other-sessions';
import { endSession } from '../../../server/domain/sessions/end-session';
import { listOwnOrganizations } from '../../../server/domain/sessions/list-own-organizations';
import { listSessions } from '../../../server/domain/sessions/list-sessions';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { contextOf, personOf, personOfTwo, signedIn } from '../../support/people';
import { codeOf } from '../../support/second-factors';
import { sessionCookieFor } from '../../support/session';
import { isFull } from '../../support/test-size';

/** Sessions of a user in all organizations: listed, ended, and switched. */

const orgRef = (orgId: string) => showId('organization', orgId);
const reason = async (sid: string) => endOfSession(parseCookies(await sessionCookieFor(sid)));
const alive = async (sid: string) => (await sessionOfSecret(sid)) !== null;

describe('sessions of the user', () => {
  it('are listed over all organizations, current first, without expired ones', async () => {
    const { first, second, person } = await personOfTwo();
    const here = await signedIn(person);
    const there = await signedIn(person);
    await switchOrganization(there.ctx, { id: orgRef(second.orgId) });
    const [gone, idle] = [await signedIn(person), await signedIn(person)];
    await signOut(gone.sid, 'signed_out');
    await asSuperuser("UPDATE auth_sessions SET last_seen_at = now() - interval '15 minutes' WHERE id = $1", [
      idle.ctx.session!.id,
    ]);
    await signedIn(await personOf('clinician', first));
    const list = await listSessions(here.ctx);
    expect(list.data.map(({ organization, current }) => [organization.id, current])).toEqual([
      [orgRef(first.orgId), true],
      [orgRef(second.orgId), false],
    ]);
    expect(list.data[0]).toMatchObject({ id: showId('session', here.ctx.session!.id), ip: '127.0.0.1' });
    expect(JSON.stringify(list)).not.toContain(here.sid);
  });

  it('end one by one, in other organizations too, at the next request and in the audit of both', async () => {
    const { second, person } = await personOfTwo();
    const [mine, other] = [await signedIn(person), await signedIn(person)];
    await switchOrganization(other.ctx, { id: orgRef(second.orgId) });
    const sid = other.given[0]!;
    const { ctx } = await contextOf(sid);
    expect(await endSession(mine.ctx, { id: showId('session', ctx.session!.id) })).toMatchObject({
      sessions_ended: 1,
    });
    expect(await alive(sid)).toBe(false);
    expect(await alive(mine.sid)).toBe(true);
    expect(await auditRows(mine.ctx.requestId)).toMatchObject([
      { action: 'end_session', outcome: 'allowed', object_id: ctx.session!.id },
      { action: 'end_session', outcome: 'allowed', object_id: ctx.session!.id },
    ]);
    await expect(endSession(mine.ctx, { id: showId('session', ctx.session!.id) })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('cannot be ended by others, even in the same organization', async () => {
    const org = await testOrg();
    const [mine, theirs] = [
      await signedIn(await personOf('admin', org)),
      await signedIn(await personOf('viewer', org)),
    ];
    await expect(
      endSession(mine.ctx, { id: showId('session', theirs.ctx.session!.id) }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await endOtherSessions(mine.ctx)).toMatchObject({ sessions_ended: 0 });
    expect(await alive(theirs.sid)).toBe(true);
  });

  it('all others end at once, in all organizations, and the current one continues', async () => {
    const { second, person } = await personOfTwo();
    const [mine, other, third] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    await switchOrganization(third.ctx, { id: orgRef(second.orgId) });
    expect(await endOtherSessions(mine.ctx)).toMatchObject({ sessions_ended: 2 });
    expect(await Promise.all([mine.sid, other.sid, third.given[0]!].map(alive))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('sessions of a member', () => {
  it('are ended by an administrator in the administrator’s organization only', async () => {
    const { first, second, person } = await personOfTwo();
    const [here, there] = [await signedIn(person), await signedIn(person)];
    await switchOrganization(there.ctx, { id: orgRef(second.orgId) });
    const admin = await personContext(first, 'admin');
    const id = showId('user', person.userId);
    expect(await endMemberSessions(admin, { id })).toMatchObject({ sessions_ended: 1 });
    expect(await alive(here.sid)).toBe(false);
    expect(await alive(there.given[0]!)).toBe(true);
    expect(await reason(here.sid)).toBe('ended');
    expect(await reason('never a session')).toBeNull();
    await signOut(there.given[0]!, 'signed_out');
    expect(await reason(there.given[0]!)).toBeNull();
    const stranger = await personContext(await testOrg(), 'admin');
    await expect(endMemberSessions(stranger, { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(endMemberSessions(await personContext(second, 'clinician'), { id })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('switching the organization', () => {
  it('opens a session there with a new secret, ends the old one, and extends no limit', async () => {
    const { first, second, person } = await personOfTwo();
    const before = await signedIn(person);
    const old = (await sessionOfSecret(before.sid))!;
    await asSuperuser("UPDATE auth_sessions SET methods = '{password,totp}' WHERE id = $1", [old.sessionId]);
    expect(await switchOrganization(before.ctx, { id: orgRef(second.orgId) })).toMatchObject({
      id: orgRef(second.orgId),
      current: true,
    });
    expect(await alive(before.sid)).toBe(false);
    const after = (await sessionOfSecret(before.given[0]!))!;
    expect(after).toMatchObject({
      orgId: second.orgId,
      userId: person.userId,
      methods: ['password', 'totp'],
      signedInAt: old.signedInAt,
      expiresAt: old.expiresAt,
      authenticatedAt: old.authenticatedAt,
    });
    expect(after.sessionId).not.toBe(old.sessionId);
    const stored = await asSuperuser<{ text: string }>('SELECT s::text AS text FROM auth_sessions s');
    expect(stored.filter(({ text }) => text.includes(before.given[0]!))).toEqual([]);
    const rows = await asSuperuser<{ org_id: string }>(
      "SELECT org_id FROM audit_events WHERE request_id = $1 AND action = 'switch_organization'",
      [before.ctx.requestId],
    );
    expect(rows.map(({ org_id }) => org_id).sort()).toEqual([first.orgId, second.orgId].sort());
  });

  it('succeeds once of many concurrent attempts', async () => {
    const { second, person } = await personOfTwo();
    const { ctx, given } = await signedIn(person);
    const tries = await Promise.allSettled(
      Array.from({ length: isFull ? 20 : 6 }, () => switchOrganization(ctx, { id: orgRef(second.orgId) })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'missing_credentials' });
    expect(given).toHaveLength(1);
    const open = await asSuperuser<{ n: number }>(
      'SELECT count(*)::int AS n FROM auth_sessions WHERE user_id = $1 AND revoked_at IS NULL',
      [person.userId],
    );
    expect(open).toEqual([{ n: 1 }]);
  });

  it('is possible only for members whose verified factors are sufficient', async () => {
    const { second, person } = await personOfTwo();
    const { ctx, sid } = await signedIn(person);
    const never = await testOrg();
    await expect(switchOrganization(ctx, { id: orgRef(never.orgId) })).rejects.toMatchObject({
      code: 'not_found',
    });
    await asSuperuser("UPDATE organizations SET second_factor = 'everyone' WHERE id = $1", [second.orgId]);
    await expect(switchOrganization(ctx, { id: orgRef(second.orgId) })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await asSuperuser("UPDATE organizations SET second_factor = 'optional' WHERE id = $1", [second.orgId]);
    await asSuperuser('UPDATE organizations SET suspended_at = now() WHERE id = $1', [second.orgId]);
    await expect(switchOrganization(ctx, { id: orgRef(second.orgId) })).rejects.toMatchObject({
      code: 'not_found',
    });
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE org_id = $1', [second.orgId]);
    await expect(switchOrganization(ctx, { id: orgRef(second.orgId) })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await alive(sid)).toBe(true);
    expect((await listOwnOrganizations(ctx)).data).toHaveLength(1);
  });

  it('reports missing factors in advance, and opens no session before they are added or verified', async () => {
    const { first, second, person } = await personOfTwo();
    const before = await signedIn(person);
    const there = { id: orgRef(second.orgId) };
    const states = async (ctx: Context) =>
      (await listOwnOrganizations(ctx)).data.map(({ second_factor }) => second_factor);
    expect(await states(before.ctx)).toEqual(['enough', 'enough']);
    await asSuperuser("UPDATE organizations SET second_factor = 'everyone' WHERE id = $1", [second.orgId]);
    expect(await states(before.ctx)).toEqual(['enough', 'to_add']);
    await expect(switchOrganization(before.ctx, there)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Add one under Account, Security') as string,
    });
    const sessionsThere = () =>
      asSuperuser('SELECT id FROM auth_sessions WHERE org_id = $1 AND user_id = $2', [
        second.orgId,
        person.userId,
      ]);
    expect([before.given, await sessionsThere()]).toEqual([[], []]);
    expect((await sessionOfSecret(before.sid))!.orgId).toBe(first.orgId);

    const other = await signedIn(person);
    const { secret } = await beginTotp(other.ctx);
    await confirmTotp(other.ctx, { code: codeOf(secret) });
    // The session that added the factor has proven it; the other one has not.
    const added = (await contextOf(other.sid)).ctx;
    expect([await states(added), await states(before.ctx)]).toEqual([
      ['enough', 'enough'],
      ['enough', 'to_show'],
    ]);
    await expect(switchOrganization(before.ctx, there)).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    expect([before.given, await sessionsThere()]).toEqual([[], []]);
    const proof = { password: person.password, factor: { code: codeOf(secret, 1) }, step: null };
    const proven = await stepUp(before.sid, proof, { requestId: newRequestId(), ip: '127.0.0.1' });
    expect(await switchOrganization((await contextOf(proven!)).ctx, there)).toMatchObject({ current: true });
    expect(await switchOrganization(added, there)).toMatchObject({ current: true });
    expect(await sessionsThere()).toHaveLength(2);
  });

  it('is remembered at the next sign-in', async () => {
    const { first, second, person } = await personOfTwo();
    const { ctx } = await signedIn(person);
    expect(ctx.actor.orgId).toBe(first.orgId);
    await switchOrganization(ctx, { id: orgRef(second.orgId) });
    expect((await signedIn(person)).ctx.actor.orgId).toBe(second.orgId);
    await asSuperuser('UPDATE organizations SET suspended_at = now() WHERE id = $1', [second.orgId]);
    expect((await signedIn(person)).ctx.actor.orgId).toBe(first.orgId);
  });
});
