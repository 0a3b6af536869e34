import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SignInFacts } from '../../server/auth/open-session';
import { contextOfSession, sessionOfSecret } from '../../server/auth/portal-session';
import { isFurtherStep, signIn } from '../../server/auth/sign-in';
import type { Role } from '../../server/data-types/role-codes';
import type { Context } from '../../server/shared/context';
import { newRequestId } from '../../server/shared/ids';
import { addPasskey } from '../../server/domain/second-factors/add-passkey';
import { beginPasskey } from '../../server/domain/second-factors/begin-passkey';
import { beginTotp } from '../../server/domain/second-factors/begin-totp';
import { confirmTotp } from '../../server/domain/second-factors/confirm-totp';
import { Authenticator } from './authenticator';
import { asSuperuser, personContext, type TestOrg } from './database';

/** Users with second factors, created through the product's operations; codes come from an independent generator. */

export type Person = Context & { email: string; password: string };

export const facts = (): SignInFacts => ({
  ip: randomUUID(),
  userAgent: 'test',
  requestId: newRequestId(),
});

/** The authenticator app's code for a moment `steps` away. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** @returns the secret of the step or session that the password leads to */
export async function withPassword(person: Person): Promise<{ step?: string; sid?: string }> {
  const { email, password } = person;
  try {
    return { sid: (await signIn({ email, password, ...facts() }))!.sid };
  } catch (error) {
    if (isFurtherStep(error)) return { step: error.secret };
    throw error;
  }
}

export async function portalContextOf(sid: string): Promise<Context> {
  const session = await sessionOfSecret(sid);
  if (!session) throw new Error('There is no such session');
  return contextOfSession(session, { requestId: newRequestId(), ip: '127.0.0.1' });
}

export interface WithTotp {
  person: Person;
  secret: string;
  sid: string;
}

/** Enrolled earlier, so that the current code is unused. */
export async function personWithTotp(org: TestOrg, role: Role = 'clinician'): Promise<WithTotp> {
  const person = await personContext(org, role);
  const { sid } = await withPassword(person);
  const ctx = await portalContextOf(sid!);
  const { secret } = await beginTotp(ctx);
  await confirmTotp(ctx, { code: codeOf(secret) });
  await asSuperuser('UPDATE totp_secrets SET last_step = last_step - 10 WHERE user_id = $1', [
    person.actor.id,
  ]);
  return { person, secret, sid: sid! };
}

export async function addPasskeyTo(sid: string, name = 'A key'): Promise<Authenticator> {
  const device = new Authenticator();
  const question = await beginPasskey(await portalContextOf(sid));
  await addPasskey(await portalContextOf(sid), { name, passkey: device.make(question) });
  return device;
}

export async function personWithPasskey(org: TestOrg, role: Role = 'clinician') {
  const person = await personContext(org, role);
  const { sid } = await withPassword(person);
  return { person, device: await addPasskeyTo(sid!), sid: sid! };
}
