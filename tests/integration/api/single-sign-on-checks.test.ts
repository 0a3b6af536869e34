import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSessions } from '../../../server/domain/single-sign-on/check-sessions';
import { listSignOnFailures } from '../../../server/domain/single-sign-on/list-sign-on-failures';
import { env } from '../../../server/env';
import { newId } from '../../../server/shared/ids';
import { asSuperuser } from '../../support/database';
import { signOnOrganization, type SignOnOrganization } from '../../support/sign-on-organization';

/** Open sessions are checked with the provider, which knows first that a user has lost access. */

let tenant: SignOnOrganization;
beforeAll(async () => {
  tenant = await signOnOrganization();
});
afterAll(() => tenant.provider.close());

/** As if the interval had passed; before the due sessions of other tests. */
async function checkNow(): Promise<number> {
  await asSuperuser(
    `update auth_sessions set check_due_at = now() - interval '1 day'
      where org_id = $1 and check_due_at is not null`,
    [tenant.org.orgId],
  );
  return checkSessions();
}

const auditOf = () =>
  asSuperuser<{ action: string; detail: object }>(
    `select action, detail from audit_events where org_id = $1 and action in ('check_session', 'change_role')
      order by id desc limit 1`,
    [tenant.org.orgId],
  );

it('ends the session of a user who was removed at the provider, and no other one', async () => {
  const leaver = await tenant.signOn('leaver');
  const colleague = await tenant.signOn('colleague');
  tenant.provider.removed.add('leaver');
  await checkSessions();
  expect(await leaver.session()).not.toBeNull();
  await checkNow();
  expect(await leaver.session()).toBeNull();
  expect(await colleague.session()).not.toBeNull();
  expect(await auditOf()).toEqual([
    { action: 'check_session', detail: { sessions: 1, reason: 'code_rejected' } },
  ]);
  // The refresh token was replaced by the first check.
  await checkNow();
  expect(await colleague.session()).not.toBeNull();
});

it('follows the groups of the user', async () => {
  await tenant.save({
    groups_claim: 'groups',
    role_rules: [{ value: 'doctors', role: 'clinician' }],
    default_role: null,
  });
  const doctor = await tenant.signOn(`doctor-${newId()}`, { groups: ['doctors'] });
  await checkNow();
  expect((await doctor.session())?.role).toBe('clinician');
  tenant.provider.account.claims.groups = [];
  await checkNow();
  expect(await doctor.session()).toBeNull();
  await tenant.save();
});

it('rejects a token about another user', async () => {
  const mallory = await tenant.signOn(`mallory-${newId()}`);
  tenant.provider.alter = (claims) => ({ ...claims, sub: 'someone-else' });
  await checkNow();
  tenant.provider.alter = null;
  expect(await mallory.session()).toBeNull();
});

it('keeps sessions while the provider cannot be reached, with one request for all of them', async () => {
  const first = await tenant.signOn(`first-${newId()}`);
  const second = await tenant.signOn(`second-${newId()}`);
  const before = (await listSignOnFailures(tenant.admin)).data.length;
  const ports = env.WEBHOOK_ALLOW_PORTS;
  env.WEBHOOK_ALLOW_PORTS = [];
  await checkNow();
  env.WEBHOOK_ALLOW_PORTS = ports;
  expect([await first.session(), await second.session()]).not.toContain(null);
  const failures = (await listSignOnFailures(tenant.admin)).data;
  expect(failures.length - before).toBe(1);
  expect(failures[0]).toMatchObject({ reason: 'unreachable' });
});

it('checks nothing where the organization has turned it off', async () => {
  await tenant.save({ checks_sessions: false });
  const sub = `unchecked-${newId()}`;
  const opened = await tenant.signOn(sub);
  tenant.provider.removed.add(sub);
  await checkNow();
  expect(await opened.session()).not.toBeNull();
  await tenant.save();
});
