import { z } from 'zod';
import { ref, timeZone } from '../shared/contract-parts';
import {
  CRITICAL_ALARM_MINUTES,
  CRITICAL_MINUTES,
  IDLE_MINUTES,
  KEY_DAYS,
  SECOND_FACTOR_RULES,
} from './rules';

/** What administrators decide for their organisation. Portal only. */

const settings = {
  second_factor: z.enum(SECOND_FACTOR_RULES),
  /** Minutes without a word after which a session ends; for sessions that begin from now on. */
  idle_minutes: z.number().int().min(IDLE_MINUTES.least).max(IDLE_MINUTES.most),
  /** Longest life of an API key in days; null: no limit. */
  key_max_days: z.number().int().min(KEY_DAYS.least).max(KEY_DAYS.most).nullable(),
  /** Until a critical result that nobody has signed is told to everybody who signs; for results from now on. */
  critical_minutes: z.number().int().min(CRITICAL_MINUTES.least).max(CRITICAL_MINUTES.most),
  /** Until administrators are warned on every page; not before the others. */
  critical_alarm_minutes: z.number().int().min(CRITICAL_ALARM_MINUTES.least).max(CRITICAL_ALARM_MINUTES.most),
  /** Titles of browser tabs say no names. */
  hide_names: z.boolean(),
  /** Clinical times are shown in it, and its days are those of filters and counts. */
  time_zone: timeZone,
};

export const noInput = z.strictObject({});
export const organisationSettings = z.strictObject({
  id: ref('org'),
  object: z.literal('organisation_settings'),
  ...settings,
});
/** What is absent stays as it is: pages show a part of them each. */
export const updateSettingsInput = z.strictObject(settings).partial();

export type OrganisationSettings = z.output<typeof organisationSettings>;
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>;
