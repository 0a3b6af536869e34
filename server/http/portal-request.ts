import type { IncomingMessage } from 'node:http';
import { env } from '../env';
import { DomainError } from '../errors/domain-error';
import { countAddress } from '../limits/limits';
import type { Policy } from '../limits/policies';
import { unknownCaller } from './audit-denials';
import { countLimited } from './metrics';
import type { RequestInfo } from './request-info';

/** Checks of requests that come from pages, before a user is known. */

/**
 * next-auth's CSRF token protects its own routes only; here the browser's origin headers do. A request without these
 * headers does not come from a current browser and cannot use a user's cookie.
 */
export function isSameOrigin(req: IncomingMessage): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = req.headers;
  if (origin === undefined) return req.method === 'GET';
  return [env.PUBLIC_URL, `http://localhost:${env.PORT}`, `http://127.0.0.1:${env.PORT}`].includes(origin);
}

/** @throws DomainError `forbidden` */
export async function assertSameOrigin(req: IncomingMessage, info: RequestInfo): Promise<void> {
  if (!isSameOrigin(req))
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('forbidden', 'Only pages of this service can send this request.'),
    );
}

/** @throws DomainError `rate_limited` if the address has used up the policy */
export async function assertAddressAdmitted(
  info: RequestInfo,
  limit: Policy,
  attempts: string,
): Promise<void> {
  const { admitted, seconds, policy } = await countAddress(info.ip, limit);
  if (admitted) return;
  countLimited(policy.name);
  throw await unknownCaller(
    info,
    'portal',
    new DomainError('rate_limited', `Too many ${attempts} from this address. Wait a minute.`, {
      retry_after: seconds,
    }),
  );
}
