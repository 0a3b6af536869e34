import { DomainError } from '../errors/domain-error';
import { parseUrl } from '../parse-url';

/**
 * Filters requests to next-auth, which trusts bodies, URLs and client input: malformed ones cause a 500, and `_log`
 * lets anyone write to our log. Only requests from our pages and its own redirects pass.
 */

const PATHS: Record<string, readonly string[]> = {
  csrf: ['GET'],
  session: ['GET'],
  providers: ['GET'],
  signin: ['GET'],
  error: ['GET'],
  signout: ['GET', 'POST'],
  'callback/credentials': ['POST'],
  'callback/second-factor': ['POST'],
  'callback/passkey': ['POST'],
  'callback/step-up': ['POST'],
};

const SINGLE_SIGN_ON = /^(signin|callback)\/sso-[a-z0-9][a-z0-9-]{0,62}$/;

/** Large enough for the registration of a new passkey. */
const MAX_BODY = 16 * 1024;

const malformed = (detail: string) => new DomainError('invalid_request', detail);

/** @throws DomainError */
export function decideSignInRequest(request: Request, callbackCookie: string | undefined): void {
  const { pathname, searchParams, origin } = new URL(request.url);
  const path = pathname.replace(/^\/api\/auth\//, '');
  const single = SINGLE_SIGN_ON.exec(path)?.[1];
  const methods = single
    ? [single === 'signin' ? 'POST' : 'GET']
    : Object.hasOwn(PATHS, path)
      ? PATHS[path]!
      : null;
  if (!methods) throw new DomainError('not_found', 'The path does not exist.');
  if (!methods.includes(request.method))
    throw new DomainError('method_not_allowed', 'The path does not support this method.', {
      allow: [...methods],
    });
  if (single) return decideSingleSignOn(single, searchParams);
  // Copied into a Location header.
  if (!searchParams.getAll('error').every((word) => /^[A-Za-z]{0,40}$/.test(word)))
    throw malformed('error is not valid.');
  const given = [...searchParams.getAll('callbackUrl'), ...(callbackCookie ? [callbackCookie] : [])];
  if (!given.every((address) => isAddress(address, origin))) throw malformed('callbackUrl is not valid.');
}

/**
 * next-auth appends the query of `signin` to the request to the provider, where it could replace any parameter. The query
 * of `callback` is from the provider.
 */
function decideSingleSignOn(path: string, query: URLSearchParams): void {
  const names = [...query.keys()];
  if (new Set(names).size !== names.length) throw malformed('A parameter is sent twice.');
  const hint = query.get('login_hint');
  if (path === 'signin' && (names.some((name) => name !== 'login_hint') || (hint ?? '').length > 254))
    throw malformed('The parameters are not valid.');
}

/** @throws DomainError */
export async function readSignInForm(request: Request): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new DomainError(
      'unsupported_media_type',
      'The body must be sent as application/x-www-form-urlencoded.',
    );
  const text = await readText(request);
  const fields = new URLSearchParams(text);
  // Parsers disagree about which of two values counts.
  const names = [...fields.keys()];
  if (new Set(names).size !== names.length) throw malformed('A field is sent twice.');
  if (!fields.getAll('callbackUrl').every((address) => isAddress(address, new URL(request.url).origin)))
    throw malformed('callbackUrl is not valid.');
  return fields.toString();
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    if ((size += chunk.length) > MAX_BODY)
      throw new DomainError('payload_too_large', `The body is larger than ${MAX_BODY} bytes.`, {
        max_bytes: MAX_BODY,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** next-auth's rule: a path of this site, or an absolute http URL. */
function isAddress(address: string, origin: string): boolean {
  if (address === '') return true;
  const url = parseUrl(address, address.startsWith('/') ? origin : undefined);
  return url !== null && /^https?:$/.test(url.protocol);
}
