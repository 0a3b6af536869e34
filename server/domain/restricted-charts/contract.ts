import { z } from 'zod';
import { instant, list, notesText, paging, pathParameter, ref } from '../../data-types/contract-parts';
import { ACCESS_REASONS, RESTRICTIONS } from '../../data-types/restriction-codes';
import { patientIdentity } from '../patients/contract';
import { MOST_NOTE } from './rules';

/** Portal only. */

export const setChartRestrictionInput = z.strictObject({
  id: pathParameter,
  /** Null lifts the restriction. */
  restriction: z.enum(RESTRICTIONS).nullable(),
});
export type SetChartRestrictionInput = z.output<typeof setChartRestrictionInput>;
export const chartRestriction = z.strictObject({
  patient_id: ref('pat'),
  restriction: z.enum(RESTRICTIONS).nullable(),
});
export type ChartRestriction = z.output<typeof chartRestriction>;

export const restrictedChartPath = z.strictObject({ id: pathParameter });
export const restrictedChart = z.strictObject({
  patient: patientIdentity,
  restricted: z.boolean(),
  /** Until when the user may see it; null if it is closed, or not restricted. */
  open_until: instant.nullable(),
});
export type RestrictedChart = z.output<typeof restrictedChart>;

export const openRestrictedChartInput = z.strictObject({
  id: pathParameter,
  reason: z.enum(ACCESS_REASONS),
  note: notesText(MOST_NOTE),
});
export type OpenRestrictedChartInput = z.output<typeof openRestrictedChartInput>;
export const openedChart = z.strictObject({ patient_id: ref('pat'), expires_at: instant });
export type OpenedChart = z.output<typeof openedChart>;

export const listChartAccessesInput = z.strictObject({
  patient_id: ref('pat').optional(),
  limit: paging.limit,
  cursor: paging.cursor,
});
export type ListChartAccessesInput = z.output<typeof listChartAccessesInput>;
const chartAccess = z.strictObject({
  id: ref('cha'),
  user_id: ref('usr'),
  user_name: z.string().nullable(),
  patient: patientIdentity,
  reason: z.enum(ACCESS_REASONS),
  note: z.string(),
  opened_at: instant,
  expires_at: instant,
});
export const chartAccessList = list(chartAccess);
export type ChartAccessList = z.output<typeof chartAccessList>;
