import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound } from '../../shared/ids';
import { unknownCaller } from '../audit-denials';
import type { RequestInfo } from '../request-info';
import { handleAuthorize } from './authorize';
import { serveClient } from './client-endpoint';
import { handleDecision } from './decide';
import { INTROSPECT, REVOKE, TOKEN } from './endpoints';
import { sendKeys, sendMetadata } from './metadata';

/** The OAuth 2.0 authorization server (decision 0012). Next serves only the consent page. */

type Handler = (req: IncomingMessage, res: ServerResponse, info: RequestInfo) => Promise<void>;

const HANDLERS: Record<string, Handler> = {
  '/oauth/authorize': handleAuthorize,
  '/oauth/token': (...call) => serveClient(TOKEN, ...call),
  '/oauth/revoke': (...call) => serveClient(REVOKE, ...call),
  '/oauth/introspect': (...call) => serveClient(INTROSPECT, ...call),
  '/oauth/jwks': sendKeys,
  '/oauth/decide': handleDecision,
  '/.well-known/oauth-authorization-server': sendMetadata,
};

export async function handleOauth(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  const { pathname } = info.url;
  const handler = Object.hasOwn(HANDLERS, pathname) ? HANDLERS[pathname]! : null;
  if (!handler) throw await unknownCaller(info, 'oauth', notFound());
  info.route = pathname;
  await handler(req, res, info);
}
