import type { organizations } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { OrganizationSettings } from './contract';

export const presentSettings = (row: typeof organizations.$inferSelect): OrganizationSettings => ({
  id: showId('organization', row.id),
  object: 'organization_settings',
  second_factor: row.secondFactor,
  idle_minutes: row.idleMinutes,
  key_max_days: row.keyMaxDays,
  critical_minutes: row.criticalMinutes,
  critical_alarm_minutes: row.criticalAlarmMinutes,
  chart_retention_years: row.chartRetentionYears,
  inbound_message_months: row.inboundMessageMonths,
  outbound_message_months: row.outboundMessageMonths,
  event_days: row.eventDays,
  delivery_days: row.deliveryDays,
  security_event_months: row.securityEventMonths,
  audit_retention_years: row.auditRetentionYears,
  hide_names: row.hideNames,
  time_zone: row.timeZone,
  paper_size: row.paperSize,
  accent_color: row.accentColor,
  logo: row.logo,
});
