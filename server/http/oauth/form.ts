import type { IncomingMessage } from 'node:http';
import { isDomainError } from '../../errors/domain-error';
import { OAuthError } from '../../errors/oauth-error';
import type { RequestInfo } from '../request-info';
import { assertBodyHeaders, readBody } from '../rest/read-body';

/** Bodies of the OAuth endpoints: one form, no query parameters, no repeated parameters. */

const MAX_BODY = 32 * 1024;
const TYPE = 'application/x-www-form-urlencoded';

export const malformed = (message: string, reason?: string) =>
  new OAuthError('invalid_request', message, reason ?? 'malformed');

/** @throws OAuthError `invalid_request` */
export async function readForm(req: IncomingMessage, info: RequestInfo): Promise<URLSearchParams> {
  if (info.url.search !== '') throw malformed('Send the parameters in the body.', 'parameters_in_address');
  let bytes: Buffer;
  try {
    assertBodyHeaders(req, [TYPE], MAX_BODY);
    bytes = await readBody(req, MAX_BODY);
  } catch (error) {
    if (isDomainError(error) && error.code !== 'request_timeout') throw malformed(error.message, error.code);
    throw error;
  }
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed('The body is not valid UTF-8.', 'not_utf8');
  }
}

/** @throws OAuthError `invalid_request` */
export function assertNothingTwice(parameters: URLSearchParams): void {
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) throw malformed('A parameter is sent twice.', 'parameter_twice');
}

/** An empty parameter counts as absent (RFC 6749, 3.1 and 3.2). */
export const valueOf = (parameters: URLSearchParams, name: string): string | null =>
  parameters.get(name) || null;

/** @throws OAuthError `invalid_request` */
export function required(parameters: URLSearchParams, name: string): string {
  const value = valueOf(parameters, name);
  if (value === null) throw malformed(`The parameter ${name} is missing.`, `${name}_missing`);
  return value;
}
