import type { AuthOptions } from 'next-auth';
import CredentialsProviderModule from 'next-auth/providers/credentials';
import { newRequestId } from '../domain/ids';
import { deriveSecret, env } from '../env';
import { logger } from '../logger';
import { endSession, sessionCookieName, sessionOfSecret } from './portal-session';
import { signIn } from './sign-in';

// The provider is CommonJS: under one of the two bundlers its default export arrives one level down.
const CredentialsProvider = ((
  CredentialsProviderModule as unknown as { default?: typeof CredentialsProviderModule }
).default ?? CredentialsProviderModule) as typeof CredentialsProviderModule;

/** next-auth for portal sign-in only: credentials, encrypted cookie, and our session row behind it. */
export function nextAuthOptions(): AuthOptions {
  const secure = env.PUBLIC_URL.startsWith('https:');
  const cookie = (name: string, httpOnly = true) => ({
    name: `${secure ? '__Host-' : ''}clinical-${env.instanceId}-${name}`,
    options: { httpOnly, sameSite: 'lax' as const, path: '/', secure },
  });
  return {
    secret: deriveSecret('session').toString('base64url'),
    session: { strategy: 'jwt', maxAge: 12 * 3600 },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { ...cookie('session'), name: sessionCookieName() },
      csrfToken: cookie('csrf'),
      callbackUrl: cookie('callback', true),
    },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        async authorize(credentials, request) {
          if (!credentials?.email || !credentials.password) return null;
          const headers = (request.headers ?? {}) as Record<string, string | undefined>;
          const signedIn = await signIn({
            email: String(credentials.email).slice(0, 254),
            password: String(credentials.password).slice(0, 512),
            // Set by the custom server, which drops what a client sends under these names.
            ip: headers['x-clinical-ip'] ?? 'unknown',
            requestId: headers['x-request-id'] ?? newRequestId(),
            userAgent: headers['user-agent'] ?? null,
          });
          return signedIn ? { id: signedIn.userId, sid: signedIn.sid } : null;
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) return { sid: (user as unknown as { sid: string }).sid };
        // Throwing is the one way to end a session here: next-auth answers it with an empty session and clears the cookie.
        if (typeof token.sid !== 'string' || !(await sessionOfSecret(token.sid)))
          throw new Error('session ended');
        return token;
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await endSession(token.sid, 'signed_out');
      },
    },
    logger: {
      // The throw above is the expected way out of an ended session and would otherwise log once per request.
      error: (code) => {
        if (code !== 'JWT_SESSION_ERROR') logger.error({ code }, 'sign-in failed inside next-auth');
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
