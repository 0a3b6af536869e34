import { z } from 'zod';

/** Figures for the start page of the administration. Portal only. */

export const getAdminOverviewInput = z.strictObject({});

const counted = z.number().int();

export const adminOverview = z.strictObject({
  object: z.literal('admin_overview'),
  members: counted,
  applications: counted,
  sandboxes: counted,
  single_sign_on: z.enum(['off', 'on', 'enforced']),
  /** Patients that can still be restored. Stops at `MOST_COUNTED` + 1, like all counts below. */
  deleted_patients: counted,
  erased_patients: counted,
  /** Restricted charts opened within `DAYS` days. */
  chart_accesses: counted,
  /** Entries of the audit log with the topic `denied` since this day, among the newest changes and denials. */
  denied: counted,
  denied_since: z.iso.date(),
  /** Failed sign-ins and password resets of members since yesterday, like `denied`. */
  security_events: counted,
});

export type AdminOverview = z.output<typeof adminOverview>;
