import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '../../server/auth/session-cookie';
import { signIn } from '../../server/auth/sign-in';
import { newRequestId } from '../../server/shared/ids';
import { deriveSecrets } from '../../server/env';

/** Session cookie of a signed-in user: opened by the real sign-in, encrypted like next-auth does. */
export interface SignedInPerson {
  cookie: string;
  sid: string;
}

export async function signInAs(person: { email: string; password: string }): Promise<SignedInPerson> {
  const signedIn = await signIn({
    email: person.email,
    password: person.password,
    ip: '127.0.0.1',
    userAgent: 'matrix',
    requestId: newRequestId(),
  });
  if (!signedIn) throw new Error('The person could not sign in');
  return { cookie: await sessionCookieFor(signedIn.sid), sid: signedIn.sid };
}

/** Encrypts a session secret like next-auth. */
export async function sessionCookieFor(sid: string): Promise<string> {
  const token = await encode({ token: { sid }, secret: deriveSecrets('session')[0].toString('base64url') });
  return `${sessionCookieName()}=${token}`;
}
