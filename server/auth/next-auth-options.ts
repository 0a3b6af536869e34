import type { AuthOptions } from 'next-auth';
import type { Provider } from 'next-auth/providers/index';
import CredentialsProviderModule from 'next-auth/providers/credentials';
import { count } from '../counts';
import { newRequestId } from '../shared/ids';
import { env } from '../env';
import { logger } from '../logger';
import { authCookieLine, readAuthCookie } from './auth-cookies';
import { completeSignIn, signInWithPasskey, type Completed } from './complete-sign-in';
import { DEVICE_DAYS } from './known-device';
import type { SignedIn, SignInFacts } from './open-session';
import { endSession, parseCookies, sessionOfSecret, sidOfCookies } from './portal-session';
import { COOKIE_SECONDS, cookieSecret, decodeCookie, isSecure, sessionCookieName } from './session-cookie';
import { readAnswer, readAssertion } from './sign-in-answer';
import { isFurtherStep, denySignIn, signIn } from './sign-in';
import { STEP_SECONDS } from './sign-in-steps';
import { logoutUrlOf } from './single-sign-on/provider';
import { stepUp } from './step-up';

// The provider is CommonJS: one of the two bundlers wraps its default export a second time.
const CredentialsProvider = ((
  CredentialsProviderModule as unknown as { default?: typeof CredentialsProviderModule }
).default ?? CredentialsProviderModule) as typeof CredentialsProviderModule;

/** Results that next-auth cannot return: additional cookies, and whether the sign-in continues or has ended. */
export interface SignInReply {
  cookies: string[];
  /** The password is right and a second factor is required. */
  further?: boolean;
  /** The step is used up; sign-in starts again with the password. */
  over?: boolean;
  /** Where the browser goes, instead of the answer of next-auth. */
  redirect?: string;
  /** Single sign-on has opened or renewed a session. */
  signedOn?: boolean;
  /** An unexpected error, which next-auth would report as a wrong password or an ended session. */
  failed?: unknown;
}

type Fields = Record<string, string | undefined> | undefined;
type Headers = Record<string, string | undefined>;

export interface Sent {
  facts: SignInFacts;
  cookies: Record<string, string>;
  step: string | null;
}

export function readSent(headers: Headers): Sent {
  const cookies = parseCookies(headers.cookie);
  return {
    cookies,
    step: readAuthCookie(cookies, 'step'),
    facts: {
      // Set by the custom server, which removes these headers from client requests.
      ip: headers['x-clinical-ip'] ?? 'unknown',
      requestId: headers['x-request-id'] ?? newRequestId(),
      userAgent: headers['user-agent'] ?? null,
      device: readAuthCookie(cookies, 'device'),
    },
  };
}

/** Returns next-auth's user. The browser's previous session has ended (C-01). */
export async function welcome(
  { sid, userId, device }: SignedIn,
  { cookies, facts }: Sent,
  reply: SignInReply,
) {
  if (device !== null) reply.cookies.push(authCookieLine('device', device, DEVICE_DAYS * 86_400));
  reply.cookies.push(authCookieLine('step', '', 0));
  const before = await sidOfCookies(cookies);
  if (before) await endSession(before, 'signed_in_again', facts);
  count('clinical_sign_ins_total', ['succeeded']);
  return { id: userId, sid };
}

async function finish(completed: Completed, sent: Sent, reply: SignInReply) {
  if ('signedIn' in completed) return welcome(completed.signedIn, sent, reply);
  if (completed.rejected === 'over') {
    reply.over = true;
    reply.cookies.push(authCookieLine('step', '', 0));
  }
  return null;
}

type Authorize = (
  fields: Fields,
  sent: Sent,
  reply: SignInReply,
) => Promise<{ id: string; sid: string } | null>;

/** A test or a link opens no session, which next-auth takes for a profile without an ID. */
const EXPECTED = new Set(['JWT_SESSION_ERROR', 'OAUTH_CALLBACK_ERROR', 'OAUTH_PARSE_PROFILE_ERROR']);

/** Keyed by the last segment of the path that the form is posted to. */
const PROOFS: Record<string, { fields: string[]; authorize: Authorize }> = {
  credentials: {
    fields: ['email', 'password'],
    async authorize(fields, sent, reply) {
      if (!fields?.email || !fields.password) return denySignIn(sent.facts, 'sign_in_failed');
      const email = fields.email.slice(0, 254);
      const password = fields.password.slice(0, 512);
      try {
        const signedIn = await signIn({ ...sent.facts, email, password });
        return signedIn && (await welcome(signedIn, sent, reply));
      } catch (error) {
        if (!isFurtherStep(error)) throw error;
        reply.further = true;
        reply.cookies.push(authCookieLine('step', error.secret, STEP_SECONDS));
        return null;
      }
    },
  },
  'second-factor': {
    fields: ['code', 'passkey', 'new_totp', 'new_passkey', 'name'],
    async authorize(fields, sent, reply) {
      const answer = readAnswer(fields ?? {});
      if (!sent.step || !answer) await denySignIn(sent.facts, 'second_factor_failed');
      if (!sent.step) return finish({ rejected: 'over' }, sent, reply);
      return answer && finish(await completeSignIn(sent.step, answer, sent.facts), sent, reply);
    },
  },
  passkey: {
    fields: ['passkey'],
    async authorize(fields, sent, reply) {
      const given = readAssertion(fields?.passkey);
      if (!sent.step || !given) return denySignIn(sent.facts, 'sign_in_failed');
      return finish(await signInWithPasskey(sent.step, given, sent.facts), sent, reply);
    },
  },
  'step-up': {
    fields: ['password', 'code', 'passkey'],
    async authorize(fields, { cookies, step, facts }) {
      const before = await sidOfCookies(cookies);
      const factor = readAnswer(fields ?? {});
      if (!before) return denySignIn(facts, 'missing_credentials');
      if (factor && !('code' in factor || 'passkey' in factor))
        return denySignIn(facts, 'second_factor_failed');
      const password = fields?.password ? fields.password.slice(0, 512) : null;
      const sid = await stepUp(before, { password, factor, step }, facts);
      // next-auth requires an ID but keeps only the secret.
      return sid === null ? null : { id: 'step-up', sid };
    },
  },
};

/**
 * @param reply filled in during the request
 * @param headers of the request; next-auth does not pass them to its sign-out event
 * @param singleSignOn the provider of the organization in the path
 */
export function nextAuthOptions(
  reply: SignInReply = { cookies: [] },
  headers: Headers = {},
  singleSignOn: Provider | null = null,
): AuthOptions {
  const secure = isSecure();
  const cookie = (name: string, httpOnly = true) => ({
    name: `${secure ? '__Host-' : ''}clinical-${env.instanceId}-${name}`,
    options: { httpOnly, sameSite: 'lax' as const, path: '/', secure },
  });
  const noting = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      reply.failed = error;
      throw error;
    });
  return {
    secret: cookieSecret(),
    session: { strategy: 'jwt', maxAge: COOKIE_SECONDS },
    jwt: { decode: decodeCookie },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { ...cookie('session'), name: sessionCookieName() },
      csrfToken: cookie('csrf'),
      callbackUrl: cookie('callback', true),
      state: cookie('state'),
      nonce: cookie('nonce'),
      pkceCodeVerifier: cookie('pkce'),
    },
    providers: [
      ...Object.entries(PROOFS).map(([id, { fields, authorize }]) =>
        CredentialsProvider({
          id,
          credentials: Object.fromEntries(fields.map((name) => [name, {}])),
          authorize: (given, request) =>
            noting(authorize(given as Fields, readSent((request.headers ?? {}) as Headers), reply)),
        }),
      ),
      ...(singleSignOn ? [singleSignOn] : []),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) return { sid: (user as unknown as { sid: string }).sid };
        // Throwing is the only way to end a session here: next-auth returns an empty session and clears the cookie.
        if (typeof token.sid !== 'string' || !(await noting(sessionOfSecret(token.sid, { active: false }))))
          throw new Error('session ended');
        return token;
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid !== 'string') return;
        const ended = await noting(endSession(token.sid, 'signed_out', readSent(headers).facts));
        if (ended?.logoutUrl) reply.redirect = logoutUrlOf(ended);
      },
    },
    logger: {
      // The error thrown above is expected for ended sessions and would be logged at every request.
      error: (code) => {
        // Failed single sign-ons are recorded with their reason.
        if (!EXPECTED.has(code)) logger.error({ code }, 'sign-in failed inside next-auth');
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
