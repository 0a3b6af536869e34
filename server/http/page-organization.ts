import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors/domain-error';
import { showId } from '../shared/ids';

/**
 * Each page sends the organization it was loaded for. After a switch in another tab the cookie belongs to another one:
 * requests of the page must not run there, nor show another organization's records in it.
 */

const HEADER = 'x-clinical-organization';
/** In the query of requests that cannot send headers (EventSource). */
const PARAMETER = 'organization';

/**
 * The error for a page of another organization; null if the request may continue. Requests without the header do not
 * come from a page of the portal.
 */
export function otherOrganization(
  req: IncomingMessage,
  now: { orgId: string; orgName?: string },
  query?: URLSearchParams,
): DomainError | null {
  const shown = req.headers[HEADER] ?? query?.get(PARAMETER) ?? undefined;
  if (shown === undefined || shown === showId('organization', now.orgId)) return null;
  const where = now.orgName ?? 'another organization';
  return new DomainError(
    'organisation_changed',
    `You switched to ${where}. Nothing was changed. Reload the page.`,
  );
}
