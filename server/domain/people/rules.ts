/** Limits of people and invitations, without the server's libraries. */

import type { Role } from '../../auth/scopes';

export const INVITATION_DAYS = 7;
/** Sign-ins before this are not looked for. */
export const SIGN_IN_DAYS = 90;
export const MAX_ABSENCE_DAYS = 366;
/** Keys and applications of one maker that their page shows, of each. */
export const MOST_MADE = 100;

export const ROLE_WORDS: Record<Role, string> = {
  admin: 'Administrator',
  clinician: 'Clinician',
  viewer: 'Viewer',
};

/** What a role may, for whoever gives it. */
export const ROLE_DETAIL = {
  viewer: 'Reads patients, results and documents. Changes nothing.',
  clinician: 'Reads, creates and changes patients, orders tests, files documents.',
  admin: 'All of this; also deletes patients, and manages people, keys, applications and webhooks.',
} as const;
