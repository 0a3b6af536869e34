import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contextOfSession, sessionOfSecret } from '../../../server/auth/portal-session';
import { signIn } from '../../../server/auth/sign-in';
import { stepUp } from '../../../server/auth/step-up';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { getApiKey } from '../../../server/domain/api-keys/get-api-key';
import { updateApiKey } from '../../../server/domain/api-keys/update-api-key';
import type { Context } from '../../../server/shared/context';
import { newRequestId } from '../../../server/shared/ids';
import { createOauthApp } from '../../../server/domain/oauth-apps/create-oauth-app';
import { getOauthApp } from '../../../server/domain/oauth-apps/get-oauth-app';
import { updateOauthApp } from '../../../server/domain/oauth-apps/update-oauth-app';
import { updateOrganizationSettings } from '../../../server/domain/organizations/update-organization-settings';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../../support/database';
import { NEW_APP } from '../matrix/fixture';
import { isFull } from '../../support/test-size';

/** Sensitive operations require a recent authentication. */

const KEY = { name: 'made', scopes: ['labs:read' as const] };
const REJECTED = { code: 'reauthentication_required' };
const request = () => ({ requestId: newRequestId(), ip: '127.0.0.1' });

async function signedIn() {
  const person = await personContext(await testOrg(), 'admin');
  const { email, password } = person;
  const { sid } = (await signIn({
    email,
    password,
    ip: randomUUID(),
    userAgent: 'test',
    requestId: newRequestId(),
  }))!;
  const age = (minutes: number) =>
    asSuperuser(
      `UPDATE auth_sessions SET authenticated_at = now() - $2 * interval '1 minute' WHERE user_id = $1`,
      [person.actor.id, minutes],
    );
  return { person, sid, age };
}

const contextOf = async (sid: string): Promise<Context> =>
  contextOfSession((await sessionOfSecret(sid))!, request());

describe('step-up', () => {
  it('covers an operation for ten minutes, to the second', async () => {
    const { sid, age } = await signedIn();
    await age(9.9);
    expect((await createApiKey(await contextOf(sid), KEY)).key).toBeDefined();
    await age(10.1);
    await expect(
      Promise.resolve().then(async () => createApiKey(await contextOf(sid), KEY)),
    ).rejects.toMatchObject({ code: 'reauthentication_required' });
    await expect(
      Promise.resolve().then(async () => createOauthApp(await contextOf(sid), NEW_APP)),
    ).rejects.toMatchObject({ code: 'reauthentication_required' });
  });

  it('is asked for after the fields of the settings were checked', async () => {
    const { sid, age } = await signedIn();
    await age(11);
    const ctx = await contextOf(sid);
    // Later than the alarm, which stays at 60.
    await expect(updateOrganizationSettings(ctx, { critical_minutes: 90 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(updateOrganizationSettings(ctx, { critical_minutes: 31 })).rejects.toMatchObject(REJECTED);
  });

  it('is required of a user without a session, and never of the service or of keys', async () => {
    const org = await testOrg();
    const { session: _, ...bare } = await personContext(org, 'admin');
    await expect(Promise.resolve().then(() => createApiKey(bare, KEY))).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    expect((await createApiKey(org.ctx, KEY)).key).toBeDefined();
    await expect(
      Promise.resolve().then(() => createApiKey(keyContext(org.orgId), KEY)),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is required when a key gets more addresses, not for fewer addresses or a new name', async () => {
    const { sid, age } = await signedIn();
    const made = await createApiKey(await contextOf(sid), { ...KEY, ip_allow_list: ['127.0.4.0/24'] });
    await age(11);
    const ctx = await contextOf(sid);
    const { id } = made;
    for (const ip_allow_list of [[], ['127.0.4.0/23'], ['127.0.4.0/24', '127.0.5.1']])
      await expect(updateApiKey(ctx, { id, name: 'Wider', ip_allow_list })).rejects.toMatchObject(REJECTED);
    expect(await getApiKey(ctx, { id })).toMatchObject({ name: 'made', ip_allow_list: ['127.0.4.0/24'] });
    for (const change of [{ name: 'Renamed' }, { ip_allow_list: ['127.0.4.0/24'] }, { rate_limit: 5 }])
      await updateApiKey(ctx, { id, ...change });
    expect(await updateApiKey(ctx, { id, ip_allow_list: ['127.0.4.7'] })).toMatchObject({
      ip_allow_list: ['127.0.4.7/32'],
    });
    // Allowing an address again, even one that was allowed before, counts as more access.
    await expect(updateApiKey(ctx, { id, ip_allow_list: ['127.0.4.0/24'] })).rejects.toMatchObject(REJECTED);
    await age(1);
    expect(await updateApiKey(await contextOf(sid), { id, ip_allow_list: [] })).toMatchObject({
      ip_allow_list: [],
    });
  });

  it('of a key keeps the changes of another user', async () => {
    const { sid } = await signedIn();
    const ctx = await contextOf(sid);
    const { id } = await createApiKey(ctx, { ...KEY, ip_allow_list: ['127.0.4.7'] });
    // As the form shows it, without /32.
    const was = { name: 'made', ip_allow_list: ['127.0.4.7'] };
    await updateApiKey(ctx, { id, name: 'First', was });
    await expect(updateApiKey(ctx, { id, name: 'Second', was })).rejects.toMatchObject({
      code: 'version_mismatch',
    });
    expect(await getApiKey(ctx, { id })).toMatchObject({ name: 'First' });
  });

  it('is required for a new address or scope of an application, not for fewer, a new name or a pause', async () => {
    const { sid, age } = await signedIn();
    const [first, second] = ['https://a.example/callback', 'https://b.example/callback'];
    const made = await createOauthApp(await contextOf(sid), {
      ...NEW_APP,
      redirect_uris: [first, second],
      scopes: ['labs:read', 'patients:read'],
    });
    await age(11);
    const ctx = await contextOf(sid);
    const { id } = made;
    for (const change of [
      { redirect_uris: [first, 'https://c.example/callback'] },
      { redirect_uris: [first, second, `${second}/`] },
      { scopes: ['labs:read' as const, 'labs:write' as const] },
    ])
      await expect(updateOauthApp(ctx, { id, name: 'Wider', ...change })).rejects.toMatchObject(REJECTED);
    const { name, redirect_uris, scopes, version } = made;
    expect(await getOauthApp(ctx, { id })).toMatchObject({ name, redirect_uris, scopes, version });
    for (const change of [
      { name: 'Renamed' },
      { paused: true },
      { redirect_uris: [second, first] },
      { redirect_uris: [second] },
      { scopes: ['labs:read' as const] },
    ])
      expect(await updateOauthApp(ctx, { id, ...change })).toMatchObject(change.paused ? {} : change);
    await age(1);
    expect(
      await updateOauthApp(await contextOf(sid), { id, redirect_uris: [first], scopes: ['labs:write'] }),
    ).toMatchObject({ redirect_uris: [first], scopes: ['labs:write'] });
  });

  it('accepts the password, rotates the session secret and invalidates the old one', async () => {
    const { person, sid, age } = await signedIn();
    await age(30);
    const wrong = { password: `${person.password}x`, factor: null, step: null };
    expect(await stepUp(sid, wrong, request())).toBeNull();
    const asked = request();
    const fresh = await stepUp(sid, { ...wrong, password: person.password }, asked);
    expect(fresh).not.toBeNull();
    expect(await sessionOfSecret(sid)).toBeNull();
    expect((await createApiKey(await contextOf(fresh!), KEY)).key).toBeDefined();
    expect(await auditRows(asked.requestId)).toMatchObject([
      { action: 'step_up', kind: 'auth', outcome: 'allowed' },
    ]);
  });

  it('succeeds once of many concurrent attempts', async () => {
    const { person, sid } = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: isFull ? 20 : 6 }, () =>
        stepUp(sid, { password: person.password, factor: null, step: null }, request()),
      ),
    );
    expect(answers.filter((fresh) => fresh !== null)).toHaveLength(1);
  });

  it('limits password guessing in an unattended session', async () => {
    const { person, sid } = await signedIn();
    const guess = (password: string) => stepUp(sid, { password, factor: null, step: null }, request());
    for (let n = 0; n < 6; n++) expect(await guess('wrong')).toBeNull();
    expect(await guess(person.password)).toBeNull();
  });
});
