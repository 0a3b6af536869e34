import type { Operation } from '../../shared/perform';

/** Administrators hand the file to the patient, and prove who they are first. */
export const EXPORT = {
  scope: 'patients:read',
  role: 'admin',
  peopleOnly: true,
  stepUp: true,
} as const satisfies Partial<Operation<unknown>>;
