import type { IncomingMessage } from 'node:http';
import { authenticate as authenticateBearer, authenticateForOperation } from '../../auth/authenticate-bearer';
import { DomainError } from '../../errors/domain-error';
import { asDomainError } from '../../errors/from-thrown';
import { recordSecurityEvent } from '../../shared/audit';
import type { Context } from '../../shared/context';
import type { RequestInfo } from '../request-info';
import { bearerCredential } from './early-rejection';
import { routeMethod } from './routes';

/** The credential of a request to `/v1` or `/fhir`. */

/** Also counts a rejected credential as a security event. */
export async function authenticate(req: IncomingMessage, info: RequestInfo): Promise<Authenticated> {
  try {
    return await checkCredential(req, info);
  } catch (error) {
    const { code } = asDomainError(error);
    if (code !== 'unavailable')
      await recordSecurityEvent({ ip: info.ip, code, transport: 'v1', requestId: info.requestId });
    throw error;
  }
}

type Authenticated = Pick<Context, 'actor' | 'begun'>;

/**
 * GET, HEAD and DELETE have no body, so the credential check and the work share a transaction; reading a body may take long.
 */
export async function checkCredential(req: IncomingMessage, info: RequestInfo): Promise<Authenticated> {
  const credential = bearerCredential(req);
  if (!req.headers.authorization)
    throw new DomainError(
      'missing_credentials',
      'Send an API key or an access token as `Authorization: Bearer <credential>`.',
    );
  if (!credential) throw new DomainError('invalid_credentials', 'The credential is not valid.');
  const { requestId, ip } = info;
  const caller = { requestId, ip, userAgent: req.headers['user-agent'] ?? null };
  return ['GET', 'DELETE'].includes(routeMethod(req.method))
    ? authenticateForOperation(credential, caller)
    : { actor: await authenticateBearer(credential, caller) };
}
