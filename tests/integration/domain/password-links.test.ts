import { afterEach, describe, expect, it } from 'vitest';
import { isResetOpen, redeemPasswordReset } from '../../../server/auth/password-reset';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId } from '../../../server/shared/ids';
import { changeRole } from '../../../server/domain/people/change-role';
import { createPasswordReset } from '../../../server/domain/people/create-password-reset';
import { endMembership } from '../../../server/domain/people/end-membership';
import { restoreMembership } from '../../../server/domain/people/restore-membership';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { meetAt } from '../../support/locked-rows';
import { alsoMemberOf, idOf } from '../../support/members';
import { signInAs } from '../../support/session';
import { setMail, startSmtp, textOf, type SmtpServer } from '../../support/smtp';
import { nightly } from '../../support/test-size';

/** Password reset links created by administrators; none gives access to another organization. */

const hasCode = (code: string) => expect.objectContaining({ code });
const PASSWORD = 'a password of my own choice';
const request = () => ({ ip: '127.0.0.1', requestId: newRequestId() });
const secretOf = (link: string) => link.split('/').at(-1)!;
const fresh = async () => {
  const org = await testOrg();
  return { org, admin: await personContext(org, 'admin') };
};

let server: SmtpServer | undefined;
afterEach(async () => {
  setMail(undefined);
  await server?.close();
  server = undefined;
});

describe('password link by an administrator', () => {
  it('is shown once for members of this organization only, and ends their sessions when used', async () => {
    const { org, admin } = await fresh();
    const person = await personContext(org, 'clinician');
    const { sid } = await signInAs(person);
    const ctx = { ...admin, requestId: `req_${newId()}` };
    const made = await createPasswordReset(ctx, { id: idOf(person) });
    expect(made).toMatchObject({ delivery: 'shown', id: idOf(person) });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'create_password_reset', detail: { by: 'shown' } },
    ]);
    await redeemPasswordReset({ secret: secretOf(made.link!), password: PASSWORD }, request());
    expect(await sessionOfSecret(sid)).toBeNull();
    await signInAs({ email: person.email, password: PASSWORD });
  });

  it('is not available for a member of a second organization, from either side', async () => {
    const [a, b] = [await fresh(), await fresh()];
    const person = await personContext(a.org, 'viewer');
    await alsoMemberOf(person, b.org, 'admin');
    for (const { admin } of [a, b])
      await expect(createPasswordReset(admin, { id: idOf(person) })).rejects.toEqual(
        hasCode('invalid_state'),
      );
    await endMembership(b.admin, { id: idOf(person) });
    await expect(createPasswordReset(a.admin, { id: idOf(person) })).resolves.toMatchObject({
      delivery: 'shown',
    });
  });

  it('expires when the user is restored in another organization', async () => {
    const [a, b] = [await fresh(), await fresh()];
    const person = await personContext(a.org, 'viewer');
    await alsoMemberOf(person, b.org, 'viewer');
    await endMembership(b.admin, { id: idOf(person) });
    const made = await createPasswordReset(a.admin, { id: idOf(person) });
    await restoreMembership(b.admin, { id: idOf(person) });
    await expect(
      redeemPasswordReset({ secret: secretOf(made.link!), password: PASSWORD }, request()),
    ).rejects.toEqual(hasCode('not_found'));
    await signInAs(person);
  });

  it('and a concurrent restoration elsewhere never both succeed', nightly, async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await fresh(), await fresh()];
      const person = await personContext(a.org, 'viewer');
      await alsoMemberOf(person, b.org, 'viewer');
      await endMembership(b.admin, { id: idOf(person) });
      const [made] = await Promise.allSettled([
        createPasswordReset(a.admin, { id: idOf(person) }),
        restoreMembership(b.admin, { id: idOf(person) }),
      ]);
      const open = await asSuperuser('SELECT 1 FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [
        person.actor.id,
      ]);
      expect(open, made.status).toEqual([]);
    }
  });

  it('and a restoration elsewhere that both passed their checks do not both succeed', async () => {
    const [a, b] = [await fresh(), await fresh()];
    const person = await personContext(a.org, 'viewer');
    await alsoMemberOf(person, b.org, 'viewer');
    await endMembership(b.admin, { id: idOf(person) });
    await meetAt<unknown>(
      ['users WHERE id = $1', person.actor.id],
      [
        () => createPasswordReset(a.admin, { id: idOf(person) }),
        () => restoreMembership(b.admin, { id: idOf(person) }),
      ],
    );
    const open = await asSuperuser('SELECT 1 FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [
      person.actor.id,
    ]);
    expect(open).toEqual([]);
  });

  it.each([
    ['is an administrator no longer', (by: Context, id: string) => changeRole(by, { id, role: 'viewer' })],
    ['has left', (by: Context, id: string) => endMembership(by, { id })],
  ])('expires when its author %s', async (_name, end) => {
    const { org, admin } = await fresh();
    const [maker, person] = [await personContext(org, 'admin'), await personContext(org, 'admin')];
    const made = await createPasswordReset(maker, { id: idOf(person) });
    const secret = secretOf(made.link!);
    expect(await isResetOpen(secret, request())).toBe(true);
    await end(admin, idOf(maker));
    expect(await isResetOpen(secret, request())).toBe(false);
    await expect(redeemPasswordReset({ secret, password: PASSWORD }, request())).rejects.toEqual(
      hasCode('not_found'),
    );
    await signInAs(person);
  });

  it('is emailed to the user when there is a mail server, and never shown', async () => {
    const [a, b] = [await fresh(), await fresh()];
    const person = await personContext(a.org, 'viewer');
    await alsoMemberOf(person, b.org, 'viewer');
    server = await startSmtp();
    setMail(`smtp://127.0.0.1:${server.port}`);
    const made = await createPasswordReset(a.admin, { id: idOf(person) });
    expect(made.delivery).toBe('sent');
    expect(JSON.stringify(made)).not.toContain('reset-password');
    const mail = await server.mailTo(person.email);
    const secret = /reset-password\/([\w-]{43})/.exec(textOf(mail))![1]!;
    await redeemPasswordReset({ secret, password: PASSWORD }, request());
    await signInAs({ email: person.email, password: PASSWORD });
  });

  it('is available for other members of this organization only', async () => {
    const { org, admin } = await fresh();
    const former = await personContext(org, 'viewer');
    await endMembership(admin, { id: idOf(former) });
    await expect(createPasswordReset(admin, { id: idOf(admin) })).rejects.toEqual(hasCode('forbidden'));
    await expect(createPasswordReset(admin, { id: idOf(former) })).rejects.toEqual(hasCode('invalid_state'));
    const stranger = (await fresh()).admin;
    await expect(createPasswordReset(admin, { id: idOf(stranger) })).rejects.toEqual(hasCode('not_found'));
  });
});
