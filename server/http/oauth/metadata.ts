import type { IncomingMessage, ServerResponse } from 'node:http';
import { issuer } from '../../auth/access-token';
import { SCOPES } from '../../shared/scopes';
import { publicKeys } from '../../auth/signing-keys';
import { DomainError } from '../../errors/domain-error';
import { AUTH_METHODS } from '../../domain/oauth-apps/rules';
import { unknownCaller } from '../audit-denials';
import type { RequestInfo } from '../request-info';
import { sendJson } from './answers';
import { allowOtherSites } from './client-endpoint';

/** Server metadata (RFC 8414) and keys. */

export function metadata(): Record<string, unknown> {
  const at = (path: string) => `${issuer()}/oauth/${path}`;
  const secretive = AUTH_METHODS.filter((method) => method !== 'none');
  return {
    issuer: issuer(),
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    revocation_endpoint: at('revoke'),
    introspection_endpoint: at('introspect'),
    jwks_uri: at('jwks'),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    introspection_endpoint_auth_methods_supported: secretive,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent'],
    authorization_response_iss_parameter_supported: true,
  };
}

export const sendMetadata = (req: IncomingMessage, res: ServerResponse, info: RequestInfo) =>
  sendPublic(req, res, info, () => Promise.resolve(metadata()));

export const sendKeys = (req: IncomingMessage, res: ServerResponse, info: RequestInfo) =>
  sendPublic(req, res, info, async () => ({ keys: await publicKeys() }));

async function sendPublic(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  body: () => Promise<object>,
): Promise<void> {
  if (req.method !== 'GET')
    throw await unknownCaller(
      info,
      'oauth',
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow: ['GET'] }),
    );
  allowOtherSites(res);
  sendJson(res, 200, await body(), { 'Cache-Control': 'public, max-age=300' });
}
