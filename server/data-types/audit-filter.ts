import { z } from 'zod';
import { date, inputInstant } from './contract-parts';

/** Criteria of the audit log. */

export const auditKind = z.enum(['read', 'list', 'download', 'write', 'auth']);
export const auditOutcome = z.enum(['allowed', 'refused', 'failed', 'prompted']);

const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}';

const criteria = {
  /** `usr_…`, `key_…`, `app_…` (the application itself, or users through it), `lab_…` or `system`. */
  who: z
    .string()
    .regex(
      new RegExp(`^(?:(?:usr|key|app|lab)_${ID}|system)$`),
      'must be usr_…, key_…, app_…, lab_… or system',
    )
    .optional(),
  kind: auditKind.optional(),
  outcome: auditOutcome.optional(),
  topic: z.enum(['denied', 'sign_ins', 'configuration', 'deletions', 'charts', 'charts_at_night']).optional(),
};

/** ID of a request, a patient or another object: entries of this request, or about this object. */
export const aboutId = z.string().regex(new RegExp(`^[a-z]{2,3}_${ID}$`), 'must be an ID such as req_…');

export const auditCriteria = { ...criteria, since: inputInstant.optional(), until: inputInstant.optional() };

/** A filter as a user saves it: the days are those of the form, in the time zone of the organization. */
export const auditFilter = z.strictObject({
  ...criteria,
  about: aboutId.optional(),
  reads: z.literal('shown').optional(),
  from: date.optional(),
  to: date.optional(),
});

export type AuditFilter = z.output<typeof auditFilter>;
