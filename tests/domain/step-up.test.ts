import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contextOfSession, sessionOfSecret } from '../../server/auth/portal-session';
import { signIn } from '../../server/auth/sign-in';
import { stepUp } from '../../server/auth/step-up';
import { createApiKey } from '../../server/domain/api-keys/create-api-key';
import type { Context } from '../../server/domain/context';
import { newRequestId } from '../../server/domain/ids';
import { createOauthApp } from '../../server/domain/oauth-apps/create-oauth-app';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../support/database';
import { NEW_APP } from '../matrix/scene';

/** Sensitive acts are for somebody who has just shown who they are. */

const KEY = { name: 'made', scopes: ['labs:read' as const] };
const request = () => ({ requestId: newRequestId(), ip: '127.0.0.1' });

async function signedIn() {
  const person = await personContext(await testOrg(), 'admin');
  const { email, password } = person;
  const { sid } = (await signIn({
    ...{ email, password, ip: randomUUID(), userAgent: 'test' },
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
  it('lets an act through for ten minutes, and not a moment longer', async () => {
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

  it('is asked of a person without a session, and never of the service itself or of keys', async () => {
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

  it('takes the password, gives the session a new secret, and the one before is dead', async () => {
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

  it('has one winner of twenty at once', async () => {
    const { person, sid } = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        stepUp(sid, { password: person.password, factor: null, step: null }, request()),
      ),
    );
    expect(answers.filter((fresh) => fresh !== null)).toHaveLength(1);
  });

  it('is no place to guess the password of a session that was left open', async () => {
    const { person, sid } = await signedIn();
    const guess = (password: string) => stepUp(sid, { password, factor: null, step: null }, request());
    for (let n = 0; n < 6; n++) expect(await guess('wrong')).toBeNull();
    expect(await guess(person.password)).toBeNull();
  });
});
