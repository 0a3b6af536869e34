import { encode } from 'next-auth/jwt';
import { deriveSecret, env } from '../env';

/** The cookie of a portal session: name, flags, and how its secret is sealed. As next-auth writes and reads it. */

export const isSecure = (): boolean => env.PUBLIC_URL.startsWith('https:');

/** Cookies ignore ports, so the name holds the instance; `__Host-` only where https makes it valid. */
export const sessionCookieName = (): string =>
  `${isSecure() ? '__Host-' : ''}clinical-${env.instanceId}-session`;

export const cookieSecret = (): string => deriveSecret('session').toString('base64url');

/** The longest life of a session, whatever is done in it. */
export const ABSOLUTE_HOURS = 12;

/** `Set-Cookie` for the secret of a session that did not come by way of next-auth. */
export async function sessionCookie(sid: string): Promise<string> {
  const seconds = ABSOLUTE_HOURS * 3600;
  const token = await encode({ token: { sid }, secret: cookieSecret(), maxAge: seconds });
  const expires = new Date(Date.now() + seconds * 1000).toUTCString();
  return `${sessionCookieName()}=${token}; Path=/; Expires=${expires}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
}
