import { z } from 'zod';
import { instant, ref } from '../../data-types/contract-parts';
import { patientIdentity } from '../patients/contract';
import { ACCESS_SIGNS, REPORT_DAYS } from './rules';

/** Portal only. */
export const getPrivacyReportInput = z.strictObject({
  days: z.union(REPORT_DAYS.map((days) => z.literal(days))).default(7),
});
export type GetPrivacyReportInput = z.output<typeof getPrivacyReportInput>;

const unusualAccess = z.strictObject({
  sign: z.enum(ACCESS_SIGNS),
  user_id: ref('usr'),
  user_name: z.string(),
  /** Null for signs about several patients. */
  patient: patientIdentity.nullable(),
  /** Charts, or for one chart the number of times it was read. */
  count: z.number().int(),
  first_at: instant,
  last_at: instant,
});
export type UnusualAccess = z.output<typeof unusualAccess>;

export const privacyReport = z.strictObject({
  object: z.literal('privacy_report'),
  since: instant,
  until: instant,
  /** By sign, the newest first; at most 50 of each. */
  unusual: z.array(unusualAccess),
});
export type PrivacyReport = z.output<typeof privacyReport>;

export const privacyReportFile = z.strictObject({
  file_name: z.string(),
  /** CSV in UTF-8. */
  content: z.string(),
  count: z.number().int(),
});
export type PrivacyReportFile = z.output<typeof privacyReportFile>;
