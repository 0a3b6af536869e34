/** Roles of users in an organization, most access first: the first of several that single sign-on or SCIM assign counts. */
export const ROLES = ['admin', 'clinician', 'viewer', 'laboratory_staff', 'front_desk', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an identity provider may give to users without a matching group. */
export const DEFAULT_ROLES = ['viewer', 'clinician', 'laboratory_staff', 'front_desk', 'auditor'] as const;
