import type { OAuthConfig } from 'next-auth/providers/oauth';
import { decodeCookie, cookieSecret } from '../session-cookie';
import { clientSecretOf, nextAuthId, type SignOnProvider } from './provider';
import { redeemCode, type Discovery } from './provider-requests';
import { SignOnError } from './sign-on-error';
import { verifyIdToken, type Claims, type VerifiedIdToken } from './tokens';

/**
 * The provider of one organization for next-auth, which keeps state, nonce and PKCE verifier in cookies and routes the
 * response. Requests and tokens are checked here: the client inside next-auth follows any address without limits.
 */

export interface SignedOn {
  id: string;
  sid: string;
}

interface Options {
  provider: SignOnProvider;
  discovery: Discovery;
  /** Ask for the password again, for a step-up. */
  again: boolean;
  /** @returns null if the answer is another page, without a session */
  complete(verified: VerifiedIdToken, refreshToken: string | null): Promise<SignedOn | null>;
  /** next-auth hides errors behind its own. */
  failed(error: unknown): Promise<void>;
}

/** A step-up requires a sign-in at the provider that is not older. */
const FRESH_SECONDS = 5 * 60;

export function nextAuthProvider({
  provider,
  discovery,
  again,
  complete,
  failed,
}: Options): OAuthConfig<SignedOn> {
  let signedOn: SignedOn | null = null;
  return {
    id: nextAuthId(provider.slug),
    name: 'Single sign-on',
    type: 'oauth',
    idToken: true,
    issuer: provider.row.issuer,
    clientId: provider.row.clientId,
    clientSecret: clientSecretOf(provider),
    checks: ['pkce', 'state', 'nonce'],
    authorization: {
      url: discovery.authorization_endpoint,
      params: {
        scope: scopesOf(provider, discovery),
        response_type: 'code',
        ...(again ? { prompt: 'login', max_age: 0 } : {}),
      },
    },
    token: {
      async request({ params, ...rest }) {
        // Its type does not know the nonce.
        const checks = rest.checks as { state?: string; nonce?: string; code_verifier?: string };
        try {
          if (!params.state || params.state !== checks.state) throw new SignOnError('wrong_state');
          assertIssuer(params.iss as string | undefined, provider, discovery);
          if (!params.code) throw new SignOnError('wrong_state', 'The response contains no code.');
          const tokens = await redeemCode(provider, discovery, {
            code: params.code,
            verifier: checks.code_verifier!,
          });
          const verified = await verifyIdToken(tokens.id_token, provider, discovery, checks.nonce!);
          if (again) assertFresh(verified.claims);
          signedOn = await complete(verified, tokens.refresh_token ?? null);
          return { tokens: { id_token: verified.idToken } };
        } catch (error) {
          await failed(error);
          throw error;
        }
      },
    },
    userinfo: { request: () => ({ sub: signedOn?.id ?? '' }) },
    // Without an ID, next-auth opens no session.
    profile: () => signedOn ?? { id: '', sid: '' },
  };
}

/**
 * Okta sends groups with the scope of that name only, AD FS all but a few claims with `allatclaims`. A refresh token of
 * `offline_access` outlives the session at the provider, so it is requested only where the provider does not report
 * the end of that session; Keycloak sends one of the session without being asked.
 */
function scopesOf({ row }: SignOnProvider, discovery: Discovery): string {
  const { scopes_supported: supported = [], backchannel_logout_supported: reportsEnd } = discovery;
  const more = [
    ...(row.groupsClaim === null ? [] : ['groups']),
    ...(row.checksSessions && !reportsEnd ? ['offline_access'] : []),
    'allatclaims',
  ];
  return ['openid', 'email', 'profile', ...more.filter((scope) => supported.includes(scope))].join(' ');
}

/** RFC 9207: the response must come from the provider of the request (mix-up). */
function assertIssuer(iss: string | undefined, { row }: SignOnProvider, discovery: Discovery): void {
  const required = discovery.authorization_response_iss_parameter_supported === true;
  if (iss === undefined ? required : iss !== row.issuer)
    throw new SignOnError('wrong_issuer', 'The response is not from the provider that was asked (iss).');
}

function assertFresh({ auth_time: at }: Claims): void {
  if (typeof at !== 'number' || Date.now() / 1000 - at > FRESH_SECONDS)
    throw new SignOnError('wrong_token', 'The provider did not ask for the credentials again (auth_time).');
}

/**
 * The error in a response of the provider. Anyone can open the redirect URI with any error, so it counts only with the
 * state of this browser.
 * @param stateCookie as set by next-auth
 */
export async function errorInResponse(
  query: URLSearchParams,
  stateCookie: { name: string; value: string | undefined },
  provider: SignOnProvider,
): Promise<SignOnError> {
  const kept = await decodeCookie({
    token: stateCookie.value ?? '',
    secret: cookieSecret(),
    salt: stateCookie.name,
  }).catch(() => null);
  const iss = query.get('iss');
  if (!kept || kept.provider !== nextAuthId(provider.slug) || kept.value !== query.get('state'))
    return new SignOnError('wrong_state');
  if (iss !== null && iss !== provider.row.issuer) return new SignOnError('wrong_issuer');
  const error = query.get('error');
  return new SignOnError(error === 'access_denied' ? 'cancelled' : 'provider_error', null, {
    error,
    error_description: query.get('error_description'),
  });
}
