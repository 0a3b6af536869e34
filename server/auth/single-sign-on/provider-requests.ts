import { z } from 'zod';
import { ofCause, type Cause } from '../../outbound/failure';
import { checkUrl, outboundPolicy } from '../../outbound/outbound-guard';
import { get, post, type Received } from '../../outbound/post';
import { parseUrl } from '../../parse-url';
import { clientSecretOf, redirectUri, type SignOnProvider } from './provider';
import { SignOnError } from './sign-on-error';

/**
 * Requests to identity providers, with the same protection as webhooks: administrators enter the issuer, and the issuer
 * names the other addresses.
 */

const LIMITS = { connectMs: 5_000, totalMs: 10_000, bodyCap: 512 * 1024 };
const HEADERS = { accept: 'application/json', 'user-agent': 'Clinical-Data-Service/1' };

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  end_session_endpoint: z.string().optional(),
  scopes_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  backchannel_logout_supported: z.boolean().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
export type Discovery = z.output<typeof discoveryDocument>;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });
export type KeySet = z.output<typeof keySet>;

const tokenResponse = z.object({
  id_token: z.string().max(100_000),
  refresh_token: z.string().min(1).max(10_000).optional(),
});
const refreshResponse = tokenResponse.partial();
export type TokenResponse = z.output<typeof tokenResponse>;
export type RefreshResponse = z.output<typeof refreshResponse>;

/** @throws SignOnError `unreachable`, `wrong_discovery`, `wrong_issuer` */
export async function discover(issuer: string): Promise<Discovery> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await readJson(url, 'discovery document', discoveryDocument);
  if (found.issuer !== issuer)
    throw new SignOnError(
      'wrong_issuer',
      `The discovery document names the issuer ${found.issuer.slice(0, 200)}. Enter exactly this issuer.`,
    );
  const shown = parseUrl(found.authorization_endpoint);
  if (!shown || (shown.protocol !== 'https:' && !outboundPolicy().allowHttp))
    throw new SignOnError('wrong_discovery', 'The authorization endpoint must be an https URL.');
  return found;
}

/** @throws SignOnError `unreachable`, `wrong_discovery` */
export const readKeys = ({ jwks_uri }: Discovery): Promise<KeySet> => readJson(jwks_uri, 'key set', keySet);

/** @throws SignOnError `unreachable`, `wrong_client`, `code_rejected`, `provider_error` */
export async function redeemCode(
  provider: SignOnProvider,
  discovery: Discovery,
  { code, verifier }: { code: string; verifier: string },
): Promise<TokenResponse> {
  const tokens = tokenResponse.safeParse(
    await requestTokens(provider, discovery, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(provider.slug),
      code_verifier: verifier,
    }),
  );
  if (tokens.success) return tokens.data;
  throw new SignOnError('wrong_token', 'The token response contains no ID token.');
}

/** OpenID Connect Core 12. @throws SignOnError as `redeemCode`; `code_rejected`: the user no longer has access */
export async function refreshTokens(
  provider: SignOnProvider,
  discovery: Discovery,
  refreshToken: string,
): Promise<RefreshResponse> {
  const tokens = refreshResponse.safeParse(
    await requestTokens(provider, discovery, { grant_type: 'refresh_token', refresh_token: refreshToken }),
  );
  if (tokens.success) return tokens.data;
  throw new SignOnError('provider_error', 'The response to the refresh token is not valid.');
}

/** @returns the body of a successful response, not checked */
async function requestTokens(
  provider: SignOnProvider,
  discovery: Discovery,
  grant: Record<string, string>,
): Promise<unknown> {
  const { clientId } = provider.row;
  const secret = clientSecretOf(provider);
  const methods = discovery.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const inBody = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  const form = new URLSearchParams({
    ...grant,
    ...(inBody ? { client_id: clientId, client_secret: secret } : {}),
  });
  // RFC 6749, 2.3.1: both are form-encoded first.
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret)}`).toString('base64');
  const headers = {
    ...HEADERS,
    'content-type': 'application/x-www-form-urlencoded',
    ...(inBody ? {} : { authorization: `Basic ${basic}` }),
  };
  const answer = await exchange('token endpoint', discovery.token_endpoint, (url, options) =>
    post(url, headers, form.toString(), options),
  );
  const body = parse(answer);
  if (answer.status === 200) return body;
  throw rejectedCode(answer, body as { error?: unknown; error_description?: unknown } | null);
}

const formEncoded = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2);

function rejectedCode(
  { status, isExempt }: Received,
  body: { error?: unknown; error_description?: unknown } | null,
): SignOnError {
  const named = typeof body?.error === 'string' && /^[a-z_]{1,60}$/.test(body.error) ? body.error : undefined;
  // A network that only the operator allows must not be readable through an issuer that an administrator enters.
  const sent = { error: named, error_description: isExempt ? undefined : body?.error_description };
  const reason =
    named === 'invalid_client' || named === 'unauthorized_client' || status === 401
      ? 'wrong_client'
      : named === 'invalid_grant'
        ? 'code_rejected'
        : 'provider_error';
  return new SignOnError(reason, `The token endpoint returned ${status}.`, sent);
}

async function readJson<T>(url: string, what: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await exchange(what, url, (target, options) => get(target, HEADERS, options));
  if (answer.status !== 200)
    throw new SignOnError('unreachable', `The request for the ${what} returned ${answer.status}.`);
  const parsed = schema.safeParse(parse(answer));
  if (!parsed.success)
    throw new SignOnError('wrong_discovery', `The ${what} is not valid: ${fieldOf(parsed.error)}.`);
  return parsed.data;
}

const fieldOf = ({ issues }: z.ZodError): string => issues[0]?.path.join('.') || 'not JSON';

function parse({ body }: Received): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

type Request = (url: URL, options: Parameters<typeof get>[2]) => Promise<Received>;

async function exchange(what: string, address: string, send: Request): Promise<Received> {
  const policy = outboundPolicy();
  const checked = checkUrl(address, policy);
  if ('problem' in checked)
    throw new SignOnError('unreachable', `The address of the ${what}: ${checked.problem.message}`);
  try {
    return await send(checked.url, { policy, ...LIMITS });
  } catch (cause) {
    throw new SignOnError(
      'unreachable',
      `The request for the ${what} failed: ${ofCause(cause as Cause).detail}`,
    );
  }
}
