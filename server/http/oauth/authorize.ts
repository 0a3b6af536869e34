import type { IncomingMessage, ServerResponse } from 'node:http';
import { audience } from '../../auth/access-token';
import { ownOrganizations } from '../../auth/own-organizations';
import { portalContext } from '../../auth/portal-session';
import { ROLE_SCOPES } from '../../shared/scopes';
import { recordDenial, recordSecurityEvent } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { authorizeAgain } from '../../domain/oauth/authorize-again';
import { findClient, type OauthClient } from '../../domain/oauth/client';
import { readScopeText } from '../../domain/oauth/scope-text';
import { startAuthorization, type Wanted } from '../../domain/oauth/start-authorization';
import { redirectUriFits } from '../../domain/oauth-apps/rules';
import { isOAuthError, OAuthError } from '../../errors/oauth-error';
import { countAddress } from '../../rate-limits/limits';
import { AUTHORIZATIONS } from '../../rate-limits/policies';
import { untilNextStep } from '../equal-response-time';
import { countLimited } from '../metrics';
import { unknownCaller } from '../audit-denials';
import { noteCaller, type RequestInfo } from '../request-info';
import { sendElsewhere, sendToClient, UNKNOWN_STEP_MS } from './answers';
import { sendErrorPage } from '../error-page';
import { assertNothingTwice, malformed, required, valueOf } from './form';

/**
 * `GET /oauth/authorize`. The user is redirected only after client and redirect URI are verified. All later errors are
 * returned to the client.
 */

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE = /^[\x20-\x7e]{1,1000}$/;
const PROMPTS = ['none', 'login', 'consent'];

/** Parameters that identify the application and where to return. */
const NAMING = ['client_id', 'redirect_uri'];
const INCOMPLETE = {
  code: 'invalid_request',
  developer: 'Send client_id and redirect_uri, each exactly once.',
} as const;
/** One text: it does not reveal whether the client exists. */
const UNREGISTERED = {
  code: 'invalid_client',
  developer:
    'No active application has this client_id and redirect_uri. The URI must match a registered one exactly, including path and trailing slash. Paused and deleted applications cannot connect.',
} as const;

export async function handleAuthorize(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  if (req.method !== 'GET')
    throw await unknownCaller(
      info,
      'oauth',
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow: ['GET'] }),
    );
  const status = await countAddress(info.ip, AUTHORIZATIONS);
  if (!status.admitted) {
    countLimited(status.policy.name);
    await unknownCaller(info, 'oauth', new DomainError('rate_limited', 'Too many requests. Wait a minute.'));
    return sendErrorPage(
      res,
      429,
      {
        title: 'Too many requests',
        text: [
          'Your network has sent too many authorization requests.',
          'Wait a minute, then start again in the application.',
        ],
        code: 'rate_limited',
        requestId: info.requestId,
      },
      { 'Retry-After': String(status.seconds) },
    );
  }
  const query = info.url.searchParams;
  const target = await findTarget(query);
  if (!target) {
    const mistake = NAMING.every((name) => query.getAll(name).length === 1) ? UNREGISTERED : INCOMPLETE;
    await recordSecurityEvent({
      ip: info.ip,
      code: mistake.code,
      transport: 'oauth',
      requestId: info.requestId,
    });
    await untilNextStep(info.startedAt, UNKNOWN_STEP_MS);
    return sendErrorPage(res, 400, {
      title: 'The application could not be connected',
      text: [
        'The application sent an invalid request, so no access was granted.',
        'Contact the application’s support.',
      ],
      ...mistake,
      requestId: info.requestId,
    });
  }
  const { client, redirectUri } = target;
  const given = query.getAll('state');
  const state = given.length === 1 && STATE.test(given[0]!) ? given[0]! : null;
  const ctx = await portalContext(req, info);
  if (ctx) noteCaller(info, ctx.actor);
  try {
    const { prompts, ...wanted } = readWanted(query, client);
    const next = await decide(client, { ...wanted, redirectUri, state }, prompts, ctx);
    if ('code' in next) sendToClient(res, { redirectUri, state }, next);
    else sendElsewhere(res, `/oauth/consent/${next.secret}`);
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    await record(error, client, ctx, info);
    sendToClient(res, { redirectUri, state }, { error: error.code, description: error.message });
  }
}

/** Null unless the request names one registered client and one of its redirect URIs. */
async function findTarget(
  query: URLSearchParams,
): Promise<{ client: OauthClient; redirectUri: string } | null> {
  const [ids, uris] = [query.getAll('client_id'), query.getAll('redirect_uri')];
  if (ids.length !== 1 || uris.length !== 1) return null;
  const client = await findClient(ids[0]!);
  const redirectUri = uris[0]!;
  return client && redirectUriFits(client.redirectUris, redirectUri, client.kind)
    ? { client, redirectUri }
    : null;
}

/** @throws OAuthError */
function readWanted(
  query: URLSearchParams,
  client: OauthClient,
): Pick<Wanted, 'scopes' | 'challenge' | 'signInAgain'> & { prompts: string[] } {
  assertNothingTwice(query);
  if (query.has('request'))
    throw new OAuthError('request_not_supported', 'Send the parameters in the query string.');
  if (query.has('request_uri'))
    throw new OAuthError('request_uri_not_supported', 'Send the parameters in the query string.');
  if (required(query, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The only supported response type is code.');
  if ((valueOf(query, 'response_mode') ?? 'query') !== 'query')
    throw malformed('The only response mode is query.', 'response_mode');
  const state = valueOf(query, 'state');
  if (state !== null && !STATE.test(state))
    throw malformed('state must have at most 1,000 visible characters.', 'state');
  const challenge = required(query, 'code_challenge');
  // The default is `plain` (RFC 7636), which proves nothing.
  if (required(query, 'code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw malformed('A code_challenge with the method S256 is required.', 'code_challenge');
  const resource = valueOf(query, 'resource');
  if (resource !== null && resource !== audience())
    throw new OAuthError('invalid_target', `Tokens are issued for ${audience()} only.`);
  const scopes = readScopeText(valueOf(query, 'scope') ?? '');
  if (!scopes) throw new OAuthError('invalid_scope', 'A scope is unknown.', 'scope_unknown');
  if (!scopes.every((scope) => client.scopes.includes(scope)))
    throw new OAuthError(
      'invalid_scope',
      'The client is not allowed to request one of the scopes.',
      'scope_not_of_client',
    );
  const prompts = valueOf(query, 'prompt')?.split(' ') ?? [];
  if (!prompts.every((word) => PROMPTS.includes(word)) || (prompts.includes('none') && prompts.length > 1))
    throw malformed('prompt must be none, login or consent.', 'prompt');
  return { scopes, challenge, prompts, signInAgain: prompts.includes('login') };
}

/** @throws OAuthError */
async function decide(
  client: OauthClient,
  wanted: Wanted,
  prompts: string[],
  ctx: Context | null,
): Promise<{ code: string } | { secret: string }> {
  const silent = prompts.includes('none');
  if (!ctx) {
    if (silent) throw new OAuthError('login_required', 'The user is not signed in.');
    return { secret: await startAuthorization(client, wanted) };
  }
  if (ctx.actor.orgId !== client.orgId) {
    const own = silent || !ctx.session ? [] : await ownOrganizations(ctx.actor.id!, ctx.session);
    // The page offers to switch organizations.
    if (own.some(({ id }) => id === client.orgId))
      return { secret: await startAuthorization(client, wanted) };
    throw new OAuthError('access_denied', 'The user belongs to another organization.', 'other_organization');
  }
  const { role } = ctx.actor;
  if (!role || !wanted.scopes.some((scope) => ROLE_SCOPES[role].includes(scope)))
    throw new OAuthError('access_denied', 'The role of the user allows none of the scopes.', 'beyond_role');
  const code = prompts.some((word) => word !== 'none') ? null : await authorizeAgain(ctx, client, wanted);
  if (code) return { code };
  if (silent) throw new OAuthError('consent_required', 'The user has not consented yet.');
  return { secret: await startAuthorization(client, wanted) };
}

/** In the audit of the user if there is one; a client ID alone proves nothing. */
async function record(
  error: OAuthError,
  client: OauthClient,
  ctx: Context | null,
  { ip, requestId }: RequestInfo,
): Promise<void> {
  const { code, reason } = error;
  if (ctx && ctx.actor.orgId === client.orgId)
    await recordDenial(ctx, 'authorize', 'auth', code, { reason }, [], {
      objectKind: 'oauth_app',
      objectId: client.appId,
    });
  else await recordSecurityEvent({ ip, code, transport: 'oauth', requestId });
}
