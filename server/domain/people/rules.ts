/** Shared with the browser: no server libraries. */

import type { Role } from '../../data-types/role-codes';

export const INVITATION_DAYS = 7;
export const SIGN_IN_DAYS = 90;
export const MAX_ABSENCE_DAYS = 366;
/** Roles in the order in which forms list them. */
export const ROLE_CHOICES = [
  'viewer',
  'clinician',
  'admin',
  'laboratory_staff',
  'front_desk',
  'auditor',
] as const;

/** Of each kind. */
export const MOST_MADE = 100;

/** Why administrators cannot correct a name. */
export const NAME_OWNER_WORDS = {
  identity_provider: 'The identity provider sets this name. Correct it there.',
  other_organization: 'The user also belongs to another organization, so the name cannot be changed here.',
};

export const ROLE_WORDS: Record<Role, string> = {
  admin: 'Administrator',
  clinician: 'Clinician',
  viewer: 'Viewer',
  laboratory_staff: 'Laboratory staff',
  front_desk: 'Front desk',
  auditor: 'Auditor',
};

export const ROLE_DETAIL: Record<Role, string> = {
  viewer: 'Can view patients, results and documents.',
  clinician: 'Can view and edit patients, order tests, sign results and documents, and file documents.',
  laboratory_staff: 'Can view patients and results, and match reports to patients. Cannot order or sign.',
  front_desk: 'Can view and edit patients, and file documents. Cannot sign, or see orders and results.',
  auditor: 'Can view the audit log and the privacy report. Cannot open charts.',
  admin: 'Can do everything other roles can, delete patients, and manage users, API keys and settings.',
};
