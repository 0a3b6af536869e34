/** Scopes and the roles that have them. Transports, consent, key creation and the permission tests read this table. */
export const SCOPES = [
  'patients:read',
  'patients:write',
  'patients:restricted',
  'labs:read',
  'labs:write',
  'documents:read',
  'documents:write',
  'webhooks:manage',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['admin', 'clinician', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const VIEWER: readonly Scope[] = ['patients:read', 'patients:restricted', 'labs:read', 'documents:read'];
const CLINICIAN: readonly Scope[] = [...VIEWER, 'patients:write', 'labs:write', 'documents:write'];

/**
 * A user can grant an application only what their role allows: webhooks and the audit log are for administrators, as in
 * the portal. An application that keeps such a grant loses these scopes together with the role of the user.
 */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  viewer: VIEWER,
  clinician: CLINICIAN,
  admin: SCOPES,
};

/** Shown wherever scopes are granted. */
export const SCOPE_WORDS: Record<Scope, string> = {
  'patients:read': 'See patient names, birth dates, identifiers and contact data',
  // Every response to a change contains the whole record, so permission to change includes permission to read.
  'patients:write': 'Create patients and change their data, and see the records it changes',
  'patients:restricted': 'See restricted charts as well: staff, VIP and sensitive',
  'labs:read': 'See lab orders and results',
  'labs:write': 'Create and cancel lab orders',
  'documents:read': 'See clinical documents',
  'documents:write': 'Add clinical documents, and check whether a file is already in the chart',
  'webhooks:manage': 'Manage webhooks of your organization',
  'audit:read': 'Read the audit log of your organization: who accessed which patient, and when',
};

/** What an unrequested scope would add to the requested ones. */
export function missingScopeWords(scope: Scope, offered: readonly Scope[]): string {
  return scope === 'patients:read' && offered.includes('patients:write')
    ? 'Search patients and see records that it does not change'
    : SCOPE_WORDS[scope];
}
