import { beforeAll, describe, expect, it } from 'vitest';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import type { Context } from '../../../server/shared/context';
import { createOauthApp } from '../../../server/domain/oauth-apps/create-oauth-app';
import { deleteOauthApp } from '../../../server/domain/oauth-apps/delete-oauth-app';
import { listPeopleInput } from '../../../server/domain/people/contract';
import { changeRole } from '../../../server/domain/people/change-role';
import { correctPersonName } from '../../../server/domain/people/correct-person-name';
import { endMembership } from '../../../server/domain/people/end-membership';
import { getPerson } from '../../../server/domain/people/get-person';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { listInvitations } from '../../../server/domain/people/list-invitations';
import { listPeople } from '../../../server/domain/people/list-people';
import { restoreMembership } from '../../../server/domain/people/restore-membership';
import { setDelegation } from '../../../server/domain/people/set-delegation';
import { newId, readId, showId } from '../../../server/shared/ids';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { meetAt } from '../../support/locked-rows';
import { alsoMemberOf, idOf, someAddress } from '../../support/members';
import { addPasskeyTo, personWithTotp } from '../../support/second-factors';
import { signInAs } from '../../support/session';
import { few } from '../../support/test-size';

/** Members, their roles, how a membership ends and what ends with it. */

let place: Furnished;
beforeAll(async () => {
  place = await furnish('People');
}, 60_000);

const hasCode = (code: string, pointer?: string) =>
  expect.objectContaining({
    code,
    ...(pointer
      ? { extras: expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }) as object }
      : {}),
  });

const fresh = async () => {
  const org = await testOrg();
  return { org, admin: await personContext(org, 'admin') };
};

const membership = async (org: TestOrg, userId: string | null) =>
  (
    await asSuperuser<{
      role: string;
      ended_at: Date | null;
      ended_by: string | null;
      successor_id: string | null;
    }>('SELECT role, ended_at, ended_by, successor_id FROM memberships WHERE org_id = $1 AND user_id = $2', [
      org.orgId,
      userId,
    ])
  )[0]!;

const futureAbsence = { starts: '2041-01-02T08:00', ends: '2041-01-09T18:00' };

describe('list of users', () => {
  it('pages by name over members of this organization only, with their last sign-in', async () => {
    const { org, admin } = await fresh();
    const other = await fresh();
    const members = [];
    for (let nth = 0; nth < 5; nth++) members.push(await personContext(org, 'viewer'));
    await alsoMemberOf(members[0]!, other.org, 'admin');
    await signInAs(members[1]!);
    const seen: { id: string; last_sign_in_at: string | null }[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 10; pages++) {
      const page = await listPeople(
        admin,
        listPeopleInput.parse({ limit: 2, ...(cursor ? { cursor } : {}) }),
      );
      seen.push(...page.data);
      if (!page.next_cursor) break;
      cursor = page.next_cursor;
    }
    expect(seen.map(({ id }) => id).sort()).toEqual([admin, ...members].map(idOf).sort());
    const signedIn = seen.filter((person) => person.last_sign_in_at !== null).map(({ id }) => id);
    expect(signedIn).toEqual([idOf(members[1]!)]);
  });

  it('is sorted without regard to case, in pages', async () => {
    const { org, admin } = await fresh();
    const names = ['Ada Moore', 'ben Ortiz', 'Dana Young', 'de Vries', 'Eve Zimmer'];
    const members = [admin];
    while (members.length < names.length) members.push(await personContext(org, 'viewer'));
    for (const [nth, { actor }] of members.entries())
      await asSuperuser('UPDATE users SET name = $2 WHERE id = $1', [actor.id, names[nth]]);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listPeople(
        admin,
        listPeopleInput.parse({ limit: 1, ...(cursor ? { cursor } : {}) }),
      );
      seen.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(names);
  });

  it('lists former members separately, with who ended the membership', async () => {
    const { org, admin } = await fresh();
    const gone = await personContext(org, 'clinician');
    await endMembership(admin, { id: idOf(gone) });
    const list = (state: 'active' | 'ended') =>
      listPeople(admin, listPeopleInput.parse({ state })).then(({ data }) => data);
    expect((await list('active')).map(({ id }) => id)).toEqual([idOf(admin)]);
    expect(await list('ended')).toMatchObject([{ id: idOf(gone), ended_by: idOf(admin) }]);
  });

  it('finds members by words of name and email and by role, with their second factor', async () => {
    const { org, admin } = await fresh();
    const person = await personContext(org, 'viewer');
    const withApp = await personWithTotp(org, 'viewer');
    const { email, name } = await getPerson(admin, { id: idOf(person) });
    const found = async (input: object) =>
      (await listPeople(admin, listPeopleInput.parse(input))).data.map(({ id }) => id);
    expect(await found({ q: `${name.split(' ')[0]!.toUpperCase()} ${email}` })).toEqual([idOf(person)]);
    expect(await found({ q: `${email} %` })).toEqual([]);
    expect(await found({ role: 'admin' })).toEqual([idOf(admin)]);
    const { data } = await listPeople(admin, listPeopleInput.parse({ role: 'viewer' }));
    expect(new Map(data.map(({ id, second_factor }) => [id, second_factor]))).toEqual(
      new Map([
        [idOf(person), 'off'],
        [idOf(withApp.person), 'on'],
      ]),
    );
    expect(await found({ second_factor: 'on' })).toEqual([idOf(withApp.person)]);
    expect((await found({ second_factor: 'off' })).toSorted()).toEqual(
      [idOf(admin), idOf(person)].toSorted(),
    );
    expect(await found({ second_factor: 'off', role: 'viewer' })).toEqual([idOf(person)]);
    expect(await found({ second_factor: 'off', state: 'ended' })).toEqual([]);
    const first = await listPeople(admin, listPeopleInput.parse({ second_factor: 'off', limit: 1 }));
    const rest = { second_factor: 'off', limit: 1, cursor: first.next_cursor! };
    expect((await listPeople(admin, listPeopleInput.parse(rest))).next_cursor).toBeNull();
  });

  it('never shows users of another organization', async () => {
    const { admin } = await fresh();
    for (const id of [idOf(place.admin), showId('user', newId()), 'usr_x'])
      await expect(getPerson(admin, { id })).rejects.toEqual(hasCode('not_found'));
  });
});

describe('role change', () => {
  it('updates sessions, and audits the old and new role', async () => {
    const { org, admin } = await fresh();
    const person = await personContext(org, 'clinician');
    const { sid } = await signInAs(person);
    const ctx = { ...admin, requestId: `req_${newId()}` };
    expect(await changeRole(ctx, { id: idOf(person), role: 'viewer' })).toMatchObject({ role: 'viewer' });
    expect(await sessionOfSecret(sid)).toBeNull();
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'change_role', detail: { from: 'clinician', to: 'viewer', sessions: 1 } },
    ]);
    await expect(changeRole(admin, { id: idOf(person), role: 'viewer' })).rejects.toEqual(
      hasCode('invalid_state'),
    );
  });

  it('is rejected if another user has changed the role meanwhile', async () => {
    const { org, admin } = await fresh();
    const id = idOf(await personContext(org, 'clinician'));
    const was = { role: 'clinician' as const };
    await changeRole(admin, { id, role: 'admin', was });
    await expect(changeRole(admin, { id, role: 'viewer', was })).rejects.toEqual(hasCode('version_mismatch'));
    expect(await getPerson(admin, { id })).toMatchObject({ role: 'admin' });
  });

  it('of an administrator withdraws open invitations', async () => {
    const { org, admin } = await fresh();
    const second = await personContext(org, 'admin');
    await invitePerson(second, { name: 'Own Backdoor', email: someAddress(), role: 'admin' });
    await changeRole(admin, { id: idOf(second), role: 'clinician' });
    expect((await listInvitations(admin, { limit: 5 })).data).toMatchObject([{ state: 'revoked' }]);
  });

  it('to viewer ends being a substitute', async () => {
    const { org, admin } = await fresh();
    const [away, delegate] = [await personContext(org, 'clinician'), await personContext(org, 'clinician')];
    await setDelegation(away, { delegate_id: idOf(delegate), ...futureAbsence });
    await changeRole(admin, { id: idOf(delegate), role: 'viewer' });
    const rows = await asSuperuser('SELECT 1 FROM delegations WHERE org_id = $1 AND ended_at IS NULL', [
      org.orgId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('correction of a name', () => {
  const ownerOf = async (admin: Context, id: string) => (await getPerson(admin, { id })).name_owner;

  it('is shown everywhere, and audited with both names', async () => {
    const { org, admin } = await fresh();
    const id = idOf(await personContext(org, 'clinician'));
    const ctx = { ...admin, requestId: `req_${newId()}` };
    expect(await correctPersonName(ctx, { id, name: 'Corrected Name' })).toMatchObject({
      name: 'Corrected Name',
    });
    expect(await getPerson(admin, { id })).toMatchObject({ name: 'Corrected Name', name_owner: null });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'correct_person_name', detail: { from: 'Test clinician', to: 'Corrected Name' } },
    ]);
  });

  it('is rejected if another user has corrected it meanwhile', async () => {
    const { org, admin } = await fresh();
    const id = idOf(await personContext(org, 'clinician'));
    const was = { name: 'Test clinician' };
    await correctPersonName(admin, { id, name: 'First', was });
    await expect(correctPersonName(admin, { id, name: 'Second', was })).rejects.toEqual(
      hasCode('version_mismatch'),
    );
    expect(await getPerson(admin, { id })).toMatchObject({ name: 'First' });
  });

  it('belongs to the identity provider for users that it manages', async () => {
    const { org, admin } = await fresh();
    const person = await personContext(org, 'viewer');
    await asSuperuser(
      `INSERT INTO scim_users (org_id, user_id, user_name, attributes, version, created_at, updated_at)
       VALUES ($1, $2, $3, '{}', 1, now(), now())`,
      [org.orgId, person.actor.id, someAddress()],
    );
    const id = idOf(person);
    expect(await ownerOf(admin, id)).toBe('identity_provider');
    await expect(correctPersonName(admin, { id, name: 'Other' })).rejects.toEqual(hasCode('invalid_state'));
    expect((await getPerson(admin, { id })).name).toBe('Test viewer');
  });

  it('is not possible for a member of two organizations, a former member or a stranger', async () => {
    const [own, other] = [await fresh(), await fresh()];
    const shared = await personContext(own.org, 'viewer');
    await alsoMemberOf(shared, other.org, 'viewer');
    expect(await ownerOf(own.admin, idOf(shared))).toBe('other_organization');
    const gone = await personContext(own.org, 'viewer');
    await endMembership(own.admin, { id: idOf(gone) });
    for (const person of [shared, gone])
      await expect(correctPersonName(own.admin, { id: idOf(person), name: 'Other' })).rejects.toEqual(
        hasCode('invalid_state'),
      );
    await expect(correctPersonName(own.admin, { id: idOf(other.admin), name: 'Other' })).rejects.toEqual(
      hasCode('not_found'),
    );
  });
});

describe('last administrator', () => {
  it('cannot end or change their own membership', async () => {
    const { org, admin } = await fresh();
    await personContext(org, 'admin');
    for (const attempt of [
      () => changeRole(admin, { id: idOf(admin), role: 'viewer' }),
      () => endMembership(admin, { id: idOf(admin) }),
    ])
      await expect(attempt()).rejects.toEqual(hasCode('forbidden'));
  });

  it('cannot be removed, even by the operator', async () => {
    const { org, admin } = await fresh();
    for (const attempt of [
      () => changeRole(org.ctx, { id: idOf(admin), role: 'viewer' }),
      () => endMembership(org.ctx, { id: idOf(admin) }),
    ])
      await expect(attempt()).rejects.toEqual(hasCode('invalid_state'));
  });

  it.each(few([3, 8], 1))('remains when %i administrators end each other concurrently', async (count) => {
    const org = await testOrg();
    const admins = await Promise.all([...Array(count)].map(() => personContext(org, 'admin')));
    const acts = admins.flatMap((by) =>
      admins
        .filter((other) => other !== by)
        .map((other) =>
          Math.random() < 0.5
            ? endMembership(by, { id: idOf(other) })
            : changeRole(by, { id: idOf(other), role: 'viewer' }),
        ),
    );
    const answers = await Promise.allSettled(acts);
    const [left] = await asSuperuser<{ n: number }>(
      "SELECT count(*)::int AS n FROM memberships WHERE org_id = $1 AND role = 'admin' AND ended_at IS NULL",
      [org.orgId],
    );
    expect(left!.n).toBe(1);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(count - 1);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect((answer.reason as { code: string }).code).toMatch(/^(forbidden|invalid_state)$/);
  });

  it('cannot be removed by a request from a former administrator that was already in progress', async () => {
    const { org, admin } = await fresh();
    const [late, victim] = [await personContext(org, 'admin'), await personContext(org, 'viewer')];
    await changeRole(admin, { id: idOf(late), role: 'viewer' });
    // The actor was authenticated before.
    await expect(endMembership(late, { id: idOf(victim) })).rejects.toEqual(hasCode('forbidden'));
    expect((await membership(org, victim.actor.id)).ended_at).toBeNull();
  });
});

describe('end of a membership', () => {
  it('ends sessions, grants, consents, absences and invitations here, and nothing elsewhere', async () => {
    const { org, admin } = await fresh();
    const other = await fresh();
    const person = await personContext(org, 'clinician');
    const { sid } = await signInAs(person);
    await alsoMemberOf(person, other.org, 'clinician');
    const appId = newId();
    await asSuperuser(
      `INSERT INTO oauth_apps (org_id, id, name, kind, auth_method, redirect_uris, scopes, version, created_at, updated_at, created_by)
       SELECT o, $2, 'app', 'public', 'none', '{}', '{labs:read}', 1, now(), now(), 'system' FROM unnest($1::uuid[]) o`,
      [[org.orgId, other.org.orgId], appId],
    );
    await asSuperuser(
      `INSERT INTO oauth_grants (org_id, id, app_id, user_id, scopes, auth_time, created_at, activated_at, expires_at)
       SELECT o, gen_random_uuid(), $2, $3, '{labs:read}', now(), now(), now(), now() + interval '1 day' FROM unnest($1::uuid[]) o`,
      [[org.orgId, other.org.orgId], appId, person.actor.id],
    );
    await asSuperuser(
      `INSERT INTO oauth_consents (org_id, user_id, app_id, scopes, app_seen, updated_at)
       SELECT o, $3, $2, '{labs:read}', 'x', now() FROM unnest($1::uuid[]) o`,
      [[org.orgId, other.org.orgId], appId, person.actor.id],
    );
    await setDelegation(person, { delegate_id: idOf(admin), ...futureAbsence });
    const before = await getPerson(admin, { id: idOf(person) });
    expect(before).toMatchObject({ sessions: 1, applications: 1, open_orders: 0 });

    const ctx = { ...admin, requestId: `req_${newId()}` };
    await endMembership(ctx, { id: idOf(person) });
    expect(await sessionOfSecret(sid)).toBeNull();
    const count = (table: string, rest: string) =>
      asSuperuser<{ org_id: string }>(`SELECT org_id FROM ${table} WHERE user_id = $1 ${rest}`, [
        person.actor.id,
      ]).then((rows) => rows.map((row) => row.org_id));
    expect(await count('oauth_grants', 'AND revoked_at IS NULL')).toEqual([other.org.orgId]);
    expect(await count('oauth_consents', '')).toEqual([other.org.orgId]);
    expect(await count('delegations', 'AND ended_at IS NULL')).toEqual([]);
    expect(await count('memberships', 'AND ended_at IS NULL')).toEqual([other.org.orgId]);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'end_membership', detail: { sessions: 1, grants: 1, delegations: 1, open_orders: 0 } },
    ]);
    await expect(endMembership(admin, { id: idOf(person) })).rejects.toEqual(hasCode('invalid_state'));
  });

  it('keeps the user’s API keys and applications, and the page lists the active ones', async () => {
    const [here, other] = [await fresh(), await fresh()];
    const person = await personContext(here.org, 'admin');
    const there = await alsoMemberOf(person, other.org, 'admin');
    const makeKey = (by: Context, name: string) => createApiKey(by, { name, scopes: ['labs:read'] });
    const app = (name: string) =>
      createOauthApp(person, {
        name,
        kind: 'public',
        redirect_uris: ['https://a.example/'],
        scopes: ['labs:read'],
      });
    const [kept, ended, expired] = [
      await makeKey(person, 'kept'),
      await makeKey(person, 'ended'),
      await makeKey(person, 'expired'),
    ];
    await makeKey(here.admin, 'of another user');
    await makeKey(there, 'elsewhere');
    await revokeApiKey(here.admin, { id: ended.id });
    await asSuperuser('UPDATE api_keys SET expires_at = now() WHERE id = $1', [
      readId('api_key', expired.id),
    ]);
    const [active, deleted] = [await app('active'), await app('deleted')];
    await deleteOauthApp(here.admin, { id: deleted.id });
    const made = {
      api_keys: [{ id: kept.id, name: 'kept', stub: kept.stub, last_used_at: null, last_used_ip: null }],
      oauth_apps: [{ id: active.id, name: 'active' }],
    };
    expect((await getPerson(here.admin, { id: idOf(person) })).made).toEqual(made);

    const ctx = { ...here.admin, requestId: `req_${newId()}` };
    await endMembership(ctx, { id: idOf(person) });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { detail: { api_keys_left: 1, oauth_apps_left: 1 } },
    ]);
    expect((await getPerson(here.admin, { id: idOf(person) })).made).toEqual(made);
    await revokeApiKey(here.admin, { id: kept.id });
    expect((await getPerson(here.admin, { id: idOf(person) })).made.api_keys).toEqual([]);
  });

  it('hides second factors, which administrators see for members only', async () => {
    const { org, admin } = await fresh();
    const { person, sid } = await personWithTotp(org);
    await addPasskeyTo(sid);
    const factors = async () => (await getPerson(admin, { id: idOf(person) })).second_factors;
    const instant = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(await factors()).toEqual([
      { kind: 'totp', since: instant },
      { kind: 'passkey', since: instant },
    ]);
    const plain = await personContext(org, 'viewer');
    expect((await getPerson(admin, { id: idOf(plain) })).second_factors).toEqual([]);
    await endMembership(admin, { id: idOf(person) });
    expect(await factors()).toBeNull();
  });

  it('requires a new assignee for open orders, and records it', async () => {
    const doctor = await personContext(place.org, 'clinician');
    const order = (by: typeof doctor) =>
      createLabOrder(
        by,
        createLabOrderInput.parse({
          patient_id: place.ids.patient,
          items: [{ code: 'GLU' }],
          lab_id: 'example-lab',
        }),
      );
    await order(doctor);
    await order(doctor);
    const end = (successor_id?: string) =>
      endMembership(place.admin, { id: idOf(doctor), ...(successor_id ? { successor_id } : {}) });
    await expect(end()).rejects.toEqual(hasCode('validation_failed', '/successor_id'));
    const stranger = (await fresh()).admin;
    const viewer = await personContext(place.org, 'viewer');
    const former = await personContext(place.org, 'clinician');
    await endMembership(place.admin, { id: idOf(former) });
    for (const successor of [
      idOf(doctor),
      idOf(stranger),
      idOf(viewer),
      idOf(former),
      showId('user', newId()),
    ])
      await expect(end(successor), successor).rejects.toEqual(hasCode('validation_failed', '/successor_id'));
    expect((await membership(place.org, doctor.actor.id)).ended_at).toBeNull();
    await end(idOf(place.admin));
    expect(await membership(place.org, doctor.actor.id)).toMatchObject({
      successor_id: place.admin.actor.id,
    });
    expect(await getPerson(place.admin, { id: idOf(doctor) })).toMatchObject({
      open_orders: 2,
      successor: { id: idOf(place.admin) },
    });
  });

  it('can be undone: the user returns with the same role and signs in again', async () => {
    const { org, admin } = await fresh();
    const person = await personContext(org, 'clinician');
    const { sid } = await signInAs(person);
    await endMembership(admin, { id: idOf(person) });
    await expect(signInAs(person)).rejects.toThrow();
    expect(await restoreMembership(admin, { id: idOf(person) })).toMatchObject({
      role: 'clinician',
      ended_at: null,
      ended_by: null,
    });
    expect(await sessionOfSecret(sid)).toBeNull();
    expect(await sessionOfSecret((await signInAs(person)).sid)).not.toBeNull();
    await expect(restoreMembership(admin, { id: idOf(person) })).rejects.toEqual(hasCode('invalid_state'));
  });

  it('and its undo during an invitation acceptance do not deadlock', async () => {
    const { org, admin } = await fresh();
    const person = await personContext(org, 'clinician');
    await endMembership(admin, { id: idOf(person) });
    const joining =
      'UPDATE memberships SET ended_at = NULL, ended_by = NULL WHERE org_id = $1 AND user_id = $2';
    const [restored] = await meetAt(
      ['users WHERE id = $1', person.actor.id],
      [() => restoreMembership(admin, { id: idOf(person) })],
      [[joining, org.orgId, person.actor.id]],
    );
    expect(restored).toEqual({ status: 'rejected', reason: hasCode('invalid_state') });
    expect(await membership(org, person.actor.id)).toMatchObject({ ended_at: null });
  });

  it('and its undo invalidate password links shown to administrators elsewhere', async () => {
    const { org, admin } = await fresh();
    const elsewhere = await fresh();
    const person = await personContext(elsewhere.org, 'clinician');
    await alsoMemberOf(person, org, 'clinician');
    await endMembership(admin, { id: idOf(person) });
    const reset = async (createdBy: string) => {
      const id = newId();
      await asSuperuser(
        `INSERT INTO password_resets (id, user_id, secret_hash, created_at, created_by, expires_at)
         VALUES ($1, $2, sha256(gen_random_uuid()::text::bytea), now(), $3, now() + interval '1 hour')`,
        [id, person.actor.id, createdBy],
      );
      return id;
    };
    const [shown, own] = [await reset(idOf(elsewhere.admin)), await reset('system')];
    await restoreMembership(admin, { id: idOf(person) });
    const open = await asSuperuser<{ id: string }>(
      'SELECT id FROM password_resets WHERE user_id = $1 AND used_at IS NULL',
      [person.actor.id],
    );
    expect(open.map(({ id }) => id)).toEqual([own]);
    expect(shown).not.toBe(own);
  });
});
