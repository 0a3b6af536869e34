import type { Role } from '../data-types/role-codes';

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

const VIEWER: readonly Scope[] = ['patients:read', 'patients:restricted', 'labs:read', 'documents:read'];
const CLINICIAN: readonly Scope[] = [...VIEWER, 'patients:write', 'labs:write', 'documents:write'];
/** Files reports in charts, and signs none. */
const LABORATORY_STAFF: readonly Scope[] = ['patients:read', 'patients:restricted', 'labs:read'];
/** No results. */
const FRONT_DESK: readonly Scope[] = [
  'patients:read',
  'patients:write',
  'patients:restricted',
  'documents:read',
  'documents:write',
];

/**
 * A user can grant an application only what their role allows: webhooks and the audit log are for administrators, as in
 * the portal. An application that keeps such a grant loses these scopes together with the role of the user.
 */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  viewer: VIEWER,
  clinician: CLINICIAN,
  laboratory_staff: LABORATORY_STAFF,
  front_desk: FRONT_DESK,
  auditor: ['audit:read'],
  admin: SCOPES,
};

/** Roles for what the scopes do not decide. Administrators may do all of it. */
export const SIGNERS = ['clinician'] as const satisfies readonly Role[];
export const REPORT_FILERS = ['clinician', 'laboratory_staff'] as const satisfies readonly Role[];
export const DOCUMENT_FILERS = ['clinician', 'front_desk'] as const satisfies readonly Role[];

export const isRole = (role: Role | null, allowed: readonly Role[]): boolean =>
  role !== null && (role === 'admin' || allowed.includes(role));

/** What the portal offers to a role. Each operation checks again. */
export function abilitiesOf(role: Role) {
  const has = (scope: Scope) => ROLE_SCOPES[role].includes(scope);
  return {
    mayReadPatients: has('patients:read'),
    mayEditPatients: has('patients:write'),
    mayReadResults: has('labs:read'),
    mayOrder: has('labs:write'),
    maySign: isRole(role, SIGNERS),
    mayFileReports: isRole(role, REPORT_FILERS),
    mayReadDocuments: has('documents:read'),
    mayFileDocuments: has('documents:write'),
    mayAudit: has('audit:read'),
    mayAdminister: role === 'admin',
  };
}
export type Abilities = ReturnType<typeof abilitiesOf>;

/** Shown wherever scopes are granted. */
export const SCOPE_WORDS: Record<Scope, string> = {
  'patients:read': 'See patient names, birth dates, identifiers and contact data',
  // Every response to a change contains the whole record, so permission to change includes permission to read.
  'patients:write': 'Create and edit patients, and view the edited records',
  'patients:restricted': 'See restricted charts (staff, VIP, sensitive)',
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
