import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../server/cli/arguments';
import { membershipCreate } from '../../../server/cli/membership-create';
import { redeemPasswordReset } from '../../../server/auth/password-reset';
import { newRequestId } from '../../../server/shared/ids';
import { createMembership } from '../../../server/domain/people/create-membership';
import { createPasswordReset } from '../../../server/domain/people/create-password-reset';
import { endMembership } from '../../../server/domain/people/end-membership';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { idOf } from '../../support/members';
import { signedIn } from '../../support/people';

/** `membership create` of the operator's tool: a user of one organization joins another with the same account. */

const create = (org: TestOrg, email: string, role: string) => {
  const words = ['membership', 'create', '--org', org.slug, '--email', email, '--role', role];
  return membershipCreate.run(readArguments(words, [membershipCreate]).given);
};
const rolesIn = ({ orgId }: TestOrg, userId: string | null) =>
  asSuperuser<{ role: string; ended: boolean; created_by: string }>(
    'SELECT role, ended_at IS NOT NULL AS ended, created_by FROM memberships WHERE org_id = $1 AND user_id = $2',
    [orgId, userId],
  );

describe('create-membership for an existing account', () => {
  it('adds the account to a second organization and records it in the audit of that organization', async () => {
    const [first, second] = [await testOrg(), await testOrg()];
    const person = await personContext(first, 'clinician');
    const made = await create(second, ` ${person.email.toUpperCase()} `, 'viewer');
    expect(made).toEqual({
      id: idOf(person),
      object: 'membership',
      email: person.email,
      name: 'Test clinician',
      role: 'viewer',
    });
    const rows = await asSuperuser(
      "SELECT org_id, actor, transport, outcome, object_id, detail FROM audit_events WHERE action = 'create_membership' AND object_id = $1",
      [person.actor.id],
    );
    expect(rows).toEqual([
      {
        org_id: second.orgId,
        actor: 'system',
        transport: 'admin',
        outcome: 'allowed',
        object_id: person.actor.id,
        detail: { role: 'viewer' },
      },
    ]);
    expect(await rolesIn(first, person.actor.id)).toMatchObject([{ role: 'clinician' }]);
    expect((await signedIn(person)).ctx.actor.orgId).toBe(first.orgId);
  });

  it('reactivates an ended membership', async () => {
    const org = await testOrg();
    const person = await personContext(org, 'clinician');
    await endMembership(await personContext(org, 'admin'), { id: idOf(person) });
    await create(org, person.email, 'viewer');
    expect(await rolesIn(org, person.actor.id)).toMatchObject([{ role: 'viewer', ended: false }]);
  });

  it('rejects an invitation link that an administrator of another organization received', async () => {
    const [first, second] = [await testOrg(), await testOrg()];
    const person = await personContext(first, 'clinician');
    const { link } = await createPasswordReset(await personContext(first, 'admin'), { id: idOf(person) });
    await create(second, person.email, 'viewer');
    const secret = link!.split('/').at(-1)!;
    const request = { ip: '127.0.0.1', requestId: newRequestId() };
    await expect(
      redeemPasswordReset({ secret, password: 'a password of my own choice' }, request),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('create-membership', () => {
  it('reports why it fails: unknown account, existing member, closed account, suspended organization', async () => {
    const [first, org] = [await testOrg(), await testOrg()];
    const person = await personContext(first, 'clinician');
    await expect(create(org, 'unknown@nowhere.example', 'viewer')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('No account has this email address') as string,
    });
    await expect(create(first, person.email, 'admin')).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('already a member of the organization, as clinician') as string,
    });
    expect(await rolesIn(first, person.actor.id)).toMatchObject([{ role: 'clinician' }]);
    await expect(create(org, person.email, 'owner')).rejects.toThrow('--role must be one of');
    await asSuperuser('UPDATE organizations SET suspended_at = now() WHERE id = $1', [org.orgId]);
    await expect(create(org, person.email, 'viewer')).rejects.toMatchObject({
      message: expect.stringContaining('is suspended') as string,
    });
    await asSuperuser('UPDATE organizations SET suspended_at = NULL WHERE id = $1', [org.orgId]);
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [person.actor.id]);
    await expect(create(org, person.email, 'viewer')).rejects.toMatchObject({
      message: 'This account is closed.',
    });
    expect(await rolesIn(org, person.actor.id)).toEqual([]);
  });

  it('is for the operator only, because an administrator would learn who has an account', async () => {
    const [first, org] = [await testOrg(), await testOrg()];
    const { email } = await personContext(first, 'clinician');
    const admin = await personContext(org, 'admin');
    await expect(createMembership(admin, { email, role: 'viewer' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
