import type { IncomingMessage } from 'node:http';
import type { PresentedClient } from '../../domain/oauth/client';
import { OAuthError } from '../../errors/oauth-error';
import { malformed, valueOf } from './form';

/**
 * Client authentication: Basic with both parts form-encoded (RFC 6749, 2.3.1), ID and secret in the body, or the ID
 * alone. Using two methods is an error.
 */

const notProven = (reason: string) =>
  new OAuthError('invalid_client', 'The client is unknown or its authentication failed.', reason);

/** @throws OAuthError `invalid_client`, `invalid_request` */
export function readClientCredentials(req: IncomingMessage, form: URLSearchParams): PresentedClient {
  const clientId = valueOf(form, 'client_id');
  const secret = valueOf(form, 'client_secret');
  if (form.has('client_assertion') || form.has('client_assertion_type')) throw notProven('client_assertion');
  const { authorization } = req.headers;
  if (authorization === undefined) {
    if (clientId === null) throw notProven('no_client');
    return { clientId, secret, method: secret === null ? 'none' : 'client_secret_post' };
  }
  const basic = readBasic(authorization);
  if (!basic) throw notProven('unreadable_header');
  if (secret !== null) throw malformed('The client uses two authentication methods.', 'two_methods');
  if (clientId !== null && clientId !== basic.clientId)
    throw malformed('The request has two different client IDs.', 'two_clients');
  return { ...basic, method: 'client_secret_basic' };
}

function readBasic(header: string): { clientId: string; secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  const clientId = formDecoded(text.slice(0, colon));
  const secret = formDecoded(text.slice(colon + 1));
  return clientId && secret ? { clientId, secret } : null;
}

function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
