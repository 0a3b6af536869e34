import type { IncomingMessage } from 'node:http';
import { secretHash } from '../../auth/api-key-format';
import { rejectsNow } from '../../db/client';
import { knownOrganization } from '../../db/known-credentials';

/**
 * Whether the queue for database connections would reject the request, because too many of its organization are waiting.
 * Asked first: under load most requests are rejected, and one that gets as far as the queue takes more time from those that
 * can be served (decision 0054).
 *
 * Only for credentials that were accepted before. The queue rejects the others, after unknown ones were counted as security
 * events.
 */
export function isRejectedEarly(req: IncomingMessage): boolean {
  const credential = bearerCredential(req);
  const organization = credential && knownOrganization(secretHash(credential));
  return organization !== undefined && rejectsNow(organization);
}

/** Undefined if the header is missing or malformed. */
export const bearerCredential = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(headers.authorization ?? '')?.[1];
