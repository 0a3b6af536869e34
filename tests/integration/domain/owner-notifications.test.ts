import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { beginFirstPasskey, beginFirstTotp } from '../../../server/auth/begin-factor';
import { completeSignIn } from '../../../server/auth/complete-sign-in';
import { makePasswordReset, redeemPasswordReset } from '../../../server/auth/password-reset';
import { withScope } from '../../../server/db/transaction';
import { newRequestId } from '../../../server/shared/ids';
import { createRecoveryCodes } from '../../../server/domain/second-factors/create-recovery-codes';
import { changePassword } from '../../../server/domain/passwords/change-password';
import { beginTotp } from '../../../server/domain/second-factors/begin-totp';
import { confirmTotp } from '../../../server/domain/second-factors/confirm-totp';
import { removeTotp } from '../../../server/domain/second-factors/remove-totp';
import { ownersNotified } from '../../../server/mail/notify-owner';
import { Authenticator } from '../../support/authenticator';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import {
  addPasskeyTo,
  codeOf,
  facts,
  personWithPasskey,
  portalContextOf,
  withPassword,
  type Person,
} from '../../support/second-factors';
import { setMail, startSmtp, textOf, type SmtpServer } from '../../support/smtp';

/** An account takeover cannot go unnoticed: the owner is notified of new factors and of a new password. */

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());
afterEach(() => setMail(undefined));

const today = new Date().toISOString().slice(0, 10);
const NEW = 'another horse battery staple';
const post = () => setMail(`smtp://127.0.0.1:${smtp.port}`);

/** Subjects and texts of the mails sent to the user. */
async function reported({ email }: Person): Promise<{ subject: string; text: string }[]> {
  await ownersNotified();
  return smtp.mails
    .filter(({ to }) => to.includes(email))
    .map((mail) => ({ subject: /^Subject: (.*)$/m.exec(mail.raw)![1]!.trim(), text: textOf(mail) }));
}
const subjects = async (person: Person) => (await reported(person)).map(({ subject }) => subject);

const APP = 'An authenticator app was added to your account';
const PASSKEY = 'A passkey was added to your account';

describe('notification of the account owner', () => {
  it('is sent for each added factor, and not for rejected attempts', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const sid = (await withPassword(person)).sid!;
    const ctx = await portalContextOf(sid);
    post();
    const { secret } = await beginTotp(ctx);
    await expect(confirmTotp(ctx, { code: '12345' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await subjects(person)).toEqual([]);
    await confirmTotp(ctx, { code: codeOf(secret) });
    expect(await subjects(person)).toEqual([APP]);
    await addPasskeyTo(sid);
    expect(await subjects(person)).toEqual([APP, PASSKEY]);
    await createRecoveryCodes(ctx);
    const all = await reported(person);
    expect(all.map(({ subject }) => subject)).toEqual([
      APP,
      PASSKEY,
      'New recovery codes were created for your account',
    ]);
    for (const { text } of all)
      expect(text).toContain('contact an administrator of your organization immediately');
  });

  it('is sent for a first factor that is added with the password only', async () => {
    const org = await testOrg();
    const [one, two] = [await personContext(org, 'viewer'), await personContext(org, 'viewer')];
    await asSuperuser("UPDATE organizations SET second_factor = 'everyone' WHERE id = $1", [org.orgId]);
    post();
    const step = (await withPassword(one)).step!;
    const { secret } = (await beginFirstTotp(step))!;
    expect(await completeSignIn(step, { newTotp: '12345' }, facts())).toEqual({ rejected: 'wrong' });
    expect(await subjects(one)).toEqual([]);
    await completeSignIn(step, { newTotp: codeOf(secret) }, facts());
    expect(await subjects(one)).toEqual([APP]);

    const other = (await withPassword(two)).step!;
    const newPasskey = new Authenticator().make((await beginFirstPasskey(other))!);
    await completeSignIn(other, { newPasskey, name: 'Mine' }, facts());
    expect(await subjects(two)).toEqual([PASSKEY]);
  });

  it('is sent for a new password with the remaining factors, also after a reset by a link', async () => {
    const { person, sid } = await personWithPasskey(await testOrg());
    post();
    await changePassword(await portalContextOf(sid), {
      current_password: person.password,
      new_password: NEW,
    });
    const { secret } = await withScope({}, (tx) =>
      makePasswordReset(tx, { userId: person.actor.id!, createdBy: 'system', ip: null }),
    );
    const request = { ip: '192.0.2.7', requestId: newRequestId() };
    await expect(redeemPasswordReset({ secret, password: 'short' }, request)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await redeemPasswordReset({ secret, password: `${NEW}!` }, request);
    const mails = await reported(person);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Your password was changed'));
    for (const { text } of mails) expect(text).toContain(`- a passkey, added on ${today}`);
  });

  it('does not mention missing factors, and is not sent without a mail server', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const ctx = await portalContextOf((await withPassword(person)).sid!);
    const { secret } = await beginTotp(ctx);
    await confirmTotp(ctx, { code: codeOf(secret) });
    await removeTotp(ctx);
    post();
    await changePassword(ctx, { current_password: person.password, new_password: NEW });
    const mails = await reported(person);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your password was changed']);
    expect(mails[0]!.text).not.toContain('second factors');
  });

  it('does not block the change when the mail server rejects it', async () => {
    const person = await personContext(await testOrg(), 'clinician');
    const ctx = await portalContextOf((await withPassword(person)).sid!);
    setMail('smtp://127.0.0.1:9');
    const { secret } = await beginTotp(ctx);
    await confirmTotp(ctx, { code: codeOf(secret) });
    await ownersNotified();
    expect((await withPassword(person)).step).toBeDefined();
  });
});
