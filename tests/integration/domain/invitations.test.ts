import { afterEach, describe, expect, it } from 'vitest';
import { listInvitationsInput } from '../../../server/domain/people/contract';
import { endMembership } from '../../../server/domain/people/end-membership';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { listInvitations } from '../../../server/domain/people/list-invitations';
import { openInvitation } from '../../../server/domain/people/open-invitation';
import { renewInvitation } from '../../../server/domain/people/renew-invitation';
import { revokeInvitation } from '../../../server/domain/people/revoke-invitation';
import { newId, newRequestId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { idOf, someAddress } from '../../support/members';
import { setMail, startSmtp, textOf, type SmtpServer } from '../../support/smtp';

/** Invitations by administrators: emails, links, and their end. */

const hasCode = (code: string) => expect.objectContaining({ code });
const fresh = async () => {
  const org = await testOrg();
  return { org, admin: await personContext(org, 'admin') };
};
const guest = (email = someAddress(), role: 'viewer' | 'admin' = 'viewer') => ({
  name: 'Guest',
  email,
  role,
});

let server: SmtpServer | undefined;
afterEach(async () => {
  setMail(undefined);
  await server?.close();
  server = undefined;
});
async function withMail(options: Parameters<typeof startSmtp>[0] = {}): Promise<SmtpServer> {
  server = await startSmtp(options);
  setMail(`smtp://127.0.0.1:${server.port}`);
  return server;
}

describe('invitation', () => {
  it('is shown once without a mail server, and only its hash is stored', async () => {
    const { org, admin } = await fresh();
    const ctx = { ...admin, requestId: `req_${newId()}` };
    const made = await invitePerson(ctx, guest());
    expect(made).toMatchObject({ delivery: 'shown', state: 'open', sent_at: null });
    const secret = made.link!.split('/').at(-1)!;
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000;
    expect(days).toBe(7);
    for (const table of ['invitations', 'audit_events']) {
      const rows = await asSuperuser<{ text: string }>(
        `SELECT t::text AS text FROM ${table} t WHERE org_id = $1`,
        [org.orgId],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { text } of rows) expect(text).not.toContain(secret);
    }
    expect(JSON.stringify(await listInvitations(admin, listInvitationsInput.parse({})))).not.toContain(
      secret,
    );
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'invite_person', detail: { role: 'viewer' } },
    ]);
  });

  it('is sent only to the invitee with a mail server; the administrator never sees the link', async () => {
    const { admin } = await fresh();
    const { mails } = await withMail();
    const made = await invitePerson(admin, guest('guest@clinic.example'));
    expect(made.delivery).toBe('sent');
    expect(made.sent_at).not.toBeNull();
    expect(JSON.stringify(made)).not.toContain('/invitation/');
    expect(mails[0]!.to).toEqual(['guest@clinic.example']);
    expect(textOf(mails[0]!)).toMatch(/\/invitation\/[A-Za-z0-9_-]{43}\r?\n/);
    expect((await listInvitations(admin, { limit: 5 })).data).toMatchObject([{ sent_at: made.sent_at }]);
  });

  it('reports a failed email without showing the link, and can be sent again', async () => {
    const { admin } = await fresh();
    const rejecting = await withMail({ onRcptTo: (_to, _session, done) => done(new Error('no')) });
    const made = await invitePerson(admin, guest());
    expect(made).toMatchObject({ delivery: 'failed', state: 'open', sent_at: null });
    expect(made.link).toBeUndefined();
    await rejecting.close();
    const { mails } = await withMail();
    expect(await renewInvitation(admin, { id: made.id })).toMatchObject({ delivery: 'sent' });
    expect(mails).toHaveLength(1);
  });

  it('has the same response for addresses with and without an account elsewhere', async () => {
    const { admin } = await fresh();
    const known = await personContext(await testOrg(), 'clinician');
    const answers = [];
    for (const email of [known.email, someAddress()]) {
      const made = await invitePerson(admin, guest(email));
      answers.push(
        JSON.stringify(made)
          .replace(email, 'E')
          .replace(/inv_\w+/, 'I')
          .replace(/invitation\/[\w-]{43}/, 'L')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T'),
      );
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it('is rejected for a member, in any letter case of the address, and accepted for a former one', async () => {
    const { org, admin } = await fresh();
    const person = await personContext(org, 'viewer');
    for (const email of [person.email, person.email.toUpperCase()])
      await expect(invitePerson(admin, guest(email))).rejects.toEqual(hasCode('validation_failed'));
    await endMembership(admin, { id: idOf(person) });
    await expect(invitePerson(admin, guest(person.email))).resolves.toMatchObject({ state: 'open' });
  });

  it('replaces an earlier one to the same address, also when many are created at once', async () => {
    const { admin } = await fresh();
    const email = someAddress();
    await Promise.all([...Array(10)].map(() => invitePerson(admin, guest(email))));
    await invitePerson(admin, guest(email.toUpperCase()));
    const { data } = await listInvitations(admin, { limit: 50 });
    expect(data).toHaveLength(11);
    expect(data.filter(({ state }) => state === 'open')).toHaveLength(1);
    expect(data[0]!.state).toBe('open');
  });

  it('is renewed with a new secret and expiry until it is withdrawn', async () => {
    const { admin } = await fresh();
    const made = await invitePerson(admin, guest());
    await asSuperuser("UPDATE invitations SET expires_at = now() - interval '1 day' WHERE org_id = $1", [
      admin.actor.orgId,
    ]);
    expect((await listInvitations(admin, { limit: 1 })).data[0]!.state).toBe('expired');
    const renewed = await renewInvitation(admin, { id: made.id });
    expect(renewed).toMatchObject({ id: made.id, state: 'open' });
    const seen = ({ link }: { link?: string }) =>
      openInvitation(link!.split('/').at(-1)!, { ip: '127.0.0.1', requestId: newRequestId() });
    expect([await seen(made), (await seen(renewed))?.role]).toEqual([null, 'viewer']);
    expect(await revokeInvitation(admin, { id: made.id })).toMatchObject({ state: 'revoked' });
    for (const act of [renewInvitation, revokeInvitation])
      await expect(act(admin, { id: made.id })).rejects.toEqual(hasCode('invalid_state'));
  });

  it('returns 404 in another organization', async () => {
    const { admin } = await fresh();
    const made = await invitePerson((await fresh()).admin, guest());
    for (const act of [renewInvitation, revokeInvitation])
      await expect(act(admin, { id: made.id })).rejects.toEqual(hasCode('not_found'));
    expect((await listInvitations(admin, { limit: 5 })).data).toEqual([]);
  });

  it('ends when the membership of its invitee or its author ends', async () => {
    const { org, admin } = await fresh();
    const [person, second] = [await personContext(org, 'viewer'), await personContext(org, 'admin')];
    await invitePerson(second, guest(someAddress(), 'admin'));
    await endMembership(admin, { id: idOf(person) });
    await invitePerson(admin, guest(person.email));
    await endMembership(admin, { id: idOf(second) });
    const states = (await listInvitations(admin, { limit: 5 })).data.map(({ state }) => state);
    expect(states).toEqual(['open', 'revoked']);
  });
});
