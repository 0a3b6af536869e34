import { authCookieName } from '../../server/auth/auth-cookies';
import { nextAuthOptions, type SignInReply } from '../../server/auth/next-auth-options';

/** Submits the sign-in forms like next-auth's own route, without Next. */

export interface SentForm {
  /** Secret of the new session. */
  sid: string | null;
  /** Secret of the new step. */
  step: string | null;
}

type Authorize = (fields: object, request: object) => Promise<{ sid: string } | null>;

export async function sendForm(
  id: 'credentials' | 'second-factor' | 'passkey' | 'step-up',
  fields: Record<string, string>,
  cookies: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<SentForm> {
  const reply: SignInReply = { cookies: [] };
  const options = nextAuthOptions(reply).providers.map(
    (provider) => provider.options as { id: string; authorize: Authorize },
  );
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const sent = { headers: { cookie, 'x-clinical-ip': '192.0.2.44', ...headers } };
  const signed = await options.find((one) => one.id === id)!.authorize(fields, sent);
  const step = reply.cookies
    .map((line) => /^([^=]+)=([^;]+)/.exec(line))
    .find((match) => match?.[1] === authCookieName('step'))?.[2];
  return { sid: signed?.sid ?? null, step: step ?? null };
}
