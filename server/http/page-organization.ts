import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors/domain-error';
import { showId } from '../shared/ids';

/**
 * A page says for which organization it was shown. After a switch in another tab the cookie is of another one: what the
 * page still sends must neither be carried out there nor bring another organization's records into its frame.
 */

const HEADER = 'x-clinical-organization';

/** The refusal of a page of another organization; null when it may go on. What sends no header is no page of ours. */
export function otherOrganization(
  req: IncomingMessage,
  now: { orgId: string; orgName?: string },
): DomainError | null {
  const shown = req.headers[HEADER];
  if (shown === undefined || shown === showId('organization', now.orgId)) return null;
  const where = now.orgName ?? 'another organization';
  return new DomainError(
    'organisation_changed',
    `You switched to ${where}. Nothing was changed. Reload the page.`,
  );
}
