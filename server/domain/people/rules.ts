/** Shared with the browser: no server libraries. */

import type { Role } from '../../shared/scopes';

export const INVITATION_DAYS = 7;
export const SIGN_IN_DAYS = 90;
export const MAX_ABSENCE_DAYS = 366;
/** Of each kind. */
export const MOST_MADE = 100;

export const ROLE_WORDS: Record<Role, string> = {
  admin: 'Administrator',
  clinician: 'Clinician',
  viewer: 'Viewer',
};

export const ROLE_DETAIL = {
  viewer: 'Can view patients, results and documents.',
  clinician: 'Can view and edit patients, order tests, sign results and file documents.',
  admin: 'Can also delete patients, and manage users, API keys, applications and webhooks.',
} as const;
