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
  viewer: 'Reads patients, results and documents. Changes nothing.',
  clinician: 'Reads, creates and changes patients, orders tests, files documents.',
  admin: 'All of this; also deletes patients, and manages people, keys, applications and webhooks.',
} as const;
