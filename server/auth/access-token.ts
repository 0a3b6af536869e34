import { createHash, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { DomainError } from '../errors/domain-error';
import { readId, showId } from '../shared/ids';
import { env } from '../env';
import { SCOPES, type Scope } from '../shared/scopes';
import { signingKey, verifyingKey } from './signing-keys';

/**
 * Access tokens: JWTs as in RFC 9068, except that `scope` is an array. Verification accepts only what this module
 * issues: one algorithm, one type, three header parameters, our own keys.
 */

export const LIFETIME_SECONDS = 3600;
const TYPE = 'at+jwt';
const SHAPE = /^([A-Za-z0-9_-]{1,1000})\.([A-Za-z0-9_-]{1,3000})\.([A-Za-z0-9_-]{86})$/;
const KID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const issuer = (): string => env.PUBLIC_URL;
export const audience = (): string => `${env.PUBLIC_URL}/v1`;

export interface AccessClaims {
  /** All are `uuid`. */
  userId: string;
  orgId: string;
  appId: string;
  grantId: string;
  scopes: Scope[];
  jti: string;
  issuedAt: number;
  expiresAt: number;
}

/** Loads the key first, so that tokens can be signed inside a transaction. */
export async function accessTokenSigner(): Promise<
  (claims: Pick<AccessClaims, 'userId' | 'orgId' | 'appId' | 'grantId' | 'scopes'>) => Promise<string>
> {
  const { kid, key } = await signingKey();
  return ({ userId, orgId, appId, grantId, scopes }) => {
    const iat = Math.floor(Date.now() / 1000);
    return new SignJWT({
      sub: showId('user', userId),
      org: showId('organization', orgId),
      scope: scopes,
      iat,
      exp: iat + LIFETIME_SECONDS,
      iss: issuer(),
      aud: audience(),
      jti: randomUUID(),
      client_id: showId('oauth_app', appId),
      grant: showId('oauth_grant', grantId),
    })
      .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid })
      .sign(key);
  };
}

const notValid = () => new DomainError('invalid_credentials', 'The credential is not valid.');

/** API keys contain no dot. */
export const looksLikeToken = (credential: string): boolean => credential.includes('.');

/** @throws DomainError `invalid_credentials`; `token_expired` only if the token is otherwise valid */
export async function verifyAccessToken(token: string): Promise<AccessClaims> {
  const [, header = '', payload = '', signature = ''] = SHAPE.exec(token) ?? [];
  const { alg, typ, kid, ...others } = readPart(header);
  readPart(payload);
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) throw notValid();
  // Before any key is loaded: no header parameter may select a key, a URL or another algorithm.
  if (Object.keys(others).length > 0 || alg !== 'ES256' || typ !== TYPE) throw notValid();
  const key = typeof kid === 'string' && KID.test(kid) ? await verifyingKey(kid) : null;
  if (!key) throw notValid();
  const now = new Date();
  const verified = await jwtVerify(token, key, {
    algorithms: ['ES256'],
    typ: TYPE,
    issuer: issuer(),
    audience: audience(),
    currentDate: now,
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired)
      return { payload: { ...error.payload, expired: true as boolean | undefined } };
    if (error instanceof errors.JOSEError) throw notValid();
    throw error;
  });
  const claims = readClaims(verified.payload, Math.floor(now.getTime() / 1000));
  if (!claims) throw notValid();
  if ('expired' in verified.payload)
    throw new DomainError(
      'token_expired',
      'The access token has expired. Request a new one with the refresh token.',
    );
  return claims;
}

/** Accepts only JSON exactly as `JSON.stringify` writes it: no whitespace, no duplicate members. */
function readPart(part: string): Record<string, unknown> {
  const text = Buffer.from(part, 'base64url').toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    const same = JSON.stringify(value) === text && Buffer.from(text).toString('base64url') === part;
    if (same && typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Rejected below.
  }
  throw notValid();
}

function readClaims(claims: Record<string, unknown>, now: number): AccessClaims | null {
  const { iat, exp, jti, scope, aud } = claims;
  const id = (kind: 'user' | 'organization' | 'oauth_app' | 'oauth_grant', value: unknown) =>
    typeof value === 'string' ? readId(kind, value) : null;
  const [userId, orgId] = [id('user', claims.sub), id('organization', claims.org)];
  const [appId, grantId] = [id('oauth_app', claims.client_id), id('oauth_grant', claims.grant)];
  const scopes =
    Array.isArray(scope) && new Set(scope).size === scope.length
      ? SCOPES.filter((known) => scope.includes(known))
      : [];
  const timely =
    typeof iat === 'number' && Number.isInteger(iat) && iat <= now && exp === iat + LIFETIME_SECONDS;
  if (!userId || !orgId || !appId || !grantId || typeof jti !== 'string' || typeof aud !== 'string')
    return null;
  if (!timely || scopes.length !== (scope as unknown[])?.length || scopes.length === 0) return null;
  return { userId, orgId, appId, grantId, scopes, jti, issuedAt: iat, expiresAt: exp };
}

/** Hex SHA-256. Codes, refresh tokens and requests are stored under it. */
export const tokenHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
