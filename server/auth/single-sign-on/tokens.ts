import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
} from 'jose';
import type { SignOnProvider } from './provider';
import { readKeys, type Discovery, type KeySet } from './provider-requests';
import { SignOnError } from './sign-on-error';
import { decryptToken } from './token-keys';

/** Verifies ID tokens (OpenID Connect Core 3.1.3.7) and logout tokens (Back-Channel Logout 2.6). */

/** No `none` and no HMAC: a signature proves that the provider made the token. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const TOLERANCE_SECONDS = 60;
/** An older ID token is not from this sign-in, and an older logout token not from this logout. */
const MOST_AGE_SECONDS = 10 * 60;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export interface Claims extends JWTPayload {
  sub: string;
  iat: number;
}

export interface VerifiedIdToken {
  claims: Claims;
  /** The signed token, decrypted. */
  idToken: string;
}

/** @param nonce null: of a refresh, where it may be missing. @throws SignOnError */
export async function verifyIdToken(
  token: string,
  provider: SignOnProvider,
  discovery: Discovery,
  nonce: string | null,
): Promise<VerifiedIdToken> {
  const idToken = await decryptToken(token, provider);
  const claims = await verified(idToken, provider, await readKeys(discovery));
  if (nonce !== null && claims.nonce !== nonce)
    throw new SignOnError('wrong_nonce', 'The ID token belongs to another sign-in (nonce).');
  return { claims, idToken };
}

/** @param token decrypted. @returns the claims, with `sub` or `sid`. @throws SignOnError */
export async function verifyLogoutToken(
  token: string,
  provider: SignOnProvider,
  discovery: Discovery,
): Promise<JWTPayload & { jti: string }> {
  const claims = await verified(token, provider, await readKeys(discovery), true);
  const wrong = (detail: string) => new SignOnError('logout_token', detail);
  const events = claims.events as Record<string, unknown> | null | undefined;
  if (typeof events !== 'object' || events === null || typeof events[LOGOUT_EVENT] !== 'object')
    throw wrong('The claim events does not name a back-channel logout.');
  if (claims.nonce !== undefined) throw wrong('A logout token must not contain a nonce.');
  if (typeof claims.jti !== 'string' || claims.jti === '') throw wrong('The claim jti is missing.');
  if (typeof claims.sub !== 'string' && typeof claims.sid !== 'string')
    throw wrong('The token contains neither sub nor sid.');
  return { ...claims, jti: claims.jti };
}

/** Whether the token claims to be for this organization; proves nothing. @throws SignOnError */
export function assertAddressed(token: string, { row }: SignOnProvider): void {
  const { iss, aud, iat } = unverified(token);
  const age = typeof iat === 'number' ? Date.now() / 1000 - iat : Infinity;
  const forUs = Array.isArray(aud) ? aud.includes(row.clientId) : aud === row.clientId;
  if (iss !== row.issuer || !forUs || age > MOST_AGE_SECONDS + TOLERANCE_SECONDS)
    throw new SignOnError('logout_token', 'Issuer, audience or time of issue do not match.');
}

async function verified(
  token: string,
  { row }: SignOnProvider,
  keys: KeySet,
  logout = false,
): Promise<Claims> {
  const { issuer, clientId } = row;
  let claims: JWTPayload;
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: MOST_AGE_SECONDS,
      requiredClaims: logout ? ['iat'] : ['iat', 'exp'],
    });
    claims = payload;
  } catch (error) {
    throw explained(error, token, row);
  }
  // With several audiences, the token may have been issued to another one of them.
  const several = Array.isArray(claims.aud) && claims.aud.length > 1;
  if (claims.azp === undefined ? several && !logout : claims.azp !== clientId)
    throw new SignOnError('wrong_audience', 'The ID token was issued to another client (azp).');
  if (!logout && (typeof claims.sub !== 'string' || claims.sub === '' || claims.sub.length > 255))
    throw new SignOnError('missing_subject', 'The ID token has no subject (sub).');
  return claims as Claims;
}

function explained(error: unknown, token: string, { issuer, clientId }: SignOnProvider['row']): SignOnError {
  const said = unverified(token);
  if (error instanceof errors.JWTExpired) return skewed(said, 'has expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss')
      return new SignOnError('wrong_issuer', `The token is from ${word(said.iss)}, not from ${issuer}.`);
    if (error.claim === 'aud')
      return new SignOnError('wrong_audience', `The token is for ${word(said.aud)}, not for ${clientId}.`);
    if (['exp', 'nbf', 'iat'].includes(error.claim))
      return error.reason === 'check_failed'
        ? skewed(said, 'is not valid yet')
        : new SignOnError('wrong_token', `The claim ${error.claim} is missing or not valid.`);
    return new SignOnError('wrong_token', `The claim ${error.claim} is not valid.`);
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JWSSignatureVerificationFailed)
    return new SignOnError('wrong_signature', `The signature (${word(algorithmOf(token))}) is not valid.`);
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return new SignOnError(
      'wrong_signature',
      'The key set of the provider does not contain the signing key.',
    );
  return new SignOnError('wrong_token', 'The token cannot be read.');
}

function skewed({ iat }: JWTPayload, what: string): SignOnError {
  const seconds = typeof iat === 'number' ? Math.round(Date.now() / 1000 - iat) : null;
  const since =
    seconds === null
      ? ''
      : ` By the clock of this server it was issued ${Math.abs(seconds)} seconds ${seconds < 0 ? 'in the future' : 'ago'}.`;
  return new SignOnError('clock_skew', `The token ${what}.${since} Compare both clocks.`);
}

/** For explanations only. */
function unverified(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

function algorithmOf(token: string): string {
  try {
    return decodeProtectedHeader(token).alg ?? 'none';
  } catch {
    return 'none';
  }
}

const word = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, 200);
