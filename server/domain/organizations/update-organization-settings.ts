import { eq, sql } from 'drizzle-orm';
import { endSessionsWithoutFactor } from '../../auth/end-sessions';
import { asksSecondFactor, provesSecondFactor } from '../../auth/second-factor-rule';
import { lockThing } from '../../db/locks';
import { organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { assertProven, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { assertUnchanged } from '../../shared/assert-unchanged';
import { notFound } from '../../shared/ids';
import { recordedChanges } from '../../shared/recorded-changes';
import type { OrganizationSettings, UpdateSettingsInput } from './contract';
import { assertPeriods } from './expired-data';
import { presentSettings } from './present';
import { ALARM_TOO_EARLY, OWN_FACTOR_FIRST } from './rules';

/**
 * Requiring a second factor needs a session with one: otherwise the rule could lock out the only administrator. The
 * sessions without one end, and stay ended if the rule is withdrawn.
 * @throws DomainError `invalid_state` (no second factor in this session), `version_mismatch` (another user has changed one
 * of the settings), `validation_failed`
 */
export function updateOrganizationSettings(
  ctx: Context,
  { was: seen, ...input }: UpdateSettingsInput,
): Promise<OrganizationSettings> {
  return perform<OrganizationSettings>(
    ctx,
    {
      action: 'update_organization_settings',
      kind: 'write',
      role: 'admin',
      peopleOnly: true,
    },
    async (tx) => {
      const { orgId, role } = ctx.actor;
      if (
        ctx.actor.kind === 'user' &&
        role !== null &&
        input.second_factor !== undefined &&
        asksSecondFactor(input.second_factor, role) &&
        !provesSecondFactor(ctx.session?.methods ?? [])
      )
        throw new DomainError('invalid_state', OWN_FACTOR_FIRST);
      if (input.second_factor !== undefined) await lockThing(tx, 'sign_in_rule', orgId);
      const [before] = await tx.select().from(organizations).where(eq(organizations.id, orgId)).for('update');
      if (!before) throw notFound();
      const was = presentSettings(before);
      assertUnchanged<Partial<OrganizationSettings>>(seen, was);
      const wanted = { ...was, ...input };
      if (wanted.critical_alarm_minutes < wanted.critical_minutes)
        throw fieldError('/critical_alarm_minutes', 'out_of_range', ALARM_TOO_EARLY);
      assertPeriods(wanted);
      if (wanted.time_zone !== was.time_zone) await assertKnownZone(tx, wanted.time_zone);
      // Last, so that no one enters a password for values that are rejected.
      assertProven(ctx);
      const [row] = await tx
        .update(organizations)
        .set({
          secondFactor: wanted.second_factor,
          idleMinutes: wanted.idle_minutes,
          keyMaxDays: wanted.key_max_days,
          criticalMinutes: wanted.critical_minutes,
          criticalAlarmMinutes: wanted.critical_alarm_minutes,
          chartRetentionYears: wanted.chart_retention_years,
          inboundMessageMonths: wanted.inbound_message_months,
          outboundMessageMonths: wanted.outbound_message_months,
          eventDays: wanted.event_days,
          deliveryDays: wanted.delivery_days,
          securityEventMonths: wanted.security_event_months,
          auditRetentionYears: wanted.audit_retention_years,
          hideNames: wanted.hide_names,
          timeZone: wanted.time_zone,
          paperSize: wanted.paper_size,
          accentColor: wanted.accent_color,
        })
        .where(eq(organizations.id, orgId))
        .returning();
      const is = presentSettings(row!);
      const names = [
        'second_factor',
        'idle_minutes',
        'key_max_days',
        'critical_minutes',
        'critical_alarm_minutes',
        'chart_retention_years',
        'inbound_message_months',
        'outbound_message_months',
        'event_days',
        'delivery_days',
        'security_event_months',
        'audit_retention_years',
        'hide_names',
        'time_zone',
        'paper_size',
        'accent_color',
      ] as const;
      const sessions =
        input.second_factor === undefined ? 0 : await endSessionsWithoutFactor(tx, orgId, is.second_factor);
      const detail = { ...recordedChanges(was, is, names), ...(sessions > 0 ? { sessions } : {}) };
      return { output: is, audit: { objectKind: 'organization', objectId: orgId, detail } };
    },
  );
}

/** Postgres computes days too: a time zone that only JavaScript knows would break every list by day. */
async function assertKnownZone(tx: Tx, name: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from pg_timezone_names where name = ${name}`);
  if (rows.length === 0)
    throw fieldError('/time_zone', 'not_allowed', 'is not supported by the database of this service');
}
