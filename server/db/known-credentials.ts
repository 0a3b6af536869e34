/**
 * The organization of each credential that was used here before: only for fair turns, so that a request joins the queue
 * of its organization before its credential is looked up. It grants nothing.
 */
const MOST = 10_000;
/** Least recently learned first. */
const organizations = new Map<string, string>();

export function learnOrganization(credentialHash: string, orgId: string): void {
  organizations.delete(credentialHash);
  organizations.set(credentialHash, orgId);
  if (organizations.size > MOST) organizations.delete(organizations.keys().next().value!);
}

/** Undefined if the credential was not used here before. */
export const knownOrganization = (credentialHash: string): string | undefined =>
  organizations.get(credentialHash);

/** Unknown credentials and other requests without an organization share one turn. */
export const groupOf = ({ orgId, credentialHash }: { orgId?: string; credentialHash?: string }): string =>
  orgId ?? (credentialHash === undefined ? '' : (knownOrganization(credentialHash) ?? ''));
