import type { organisations } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { OrganisationSettings } from './contract';

export const presentSettings = (row: typeof organisations.$inferSelect): OrganisationSettings => ({
  id: showId('organisation', row.id),
  object: 'organisation_settings',
  second_factor: row.secondFactor,
  idle_minutes: row.idleMinutes,
  key_max_days: row.keyMaxDays,
  critical_minutes: row.criticalMinutes,
  critical_alarm_minutes: row.criticalAlarmMinutes,
  hide_names: row.hideNames,
  time_zone: row.timeZone,
});
