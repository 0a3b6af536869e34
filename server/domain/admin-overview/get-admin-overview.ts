import { sql } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { lowestIdAt } from '../../shared/ids';
import { isDenied } from '../audit-log/access';
import { RESTORE_DAYS } from '../patients/rules';
import type { AdminOverview } from './contract';
import { DAYS, MOST_COUNTED } from './rules';

const DAY_MS = 86_400_000;
const LIMIT = MOST_COUNTED + 1;
/** Rows of the audit that are searched for denied and failed ones: a busy day takes no longer. */
const MOST_SEARCHED = 10_000;

/** Each figure is read from an index or a small table, and no count exceeds its limit. No patient data. */
export function getAdminOverview(ctx: Context): Promise<AdminOverview> {
  return perform(
    ctx,
    { action: 'get_admin_overview', kind: 'read', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const now = Date.now();
      const ago = (days: number) => new Date(now - days * DAY_MS);
      const yesterday = await yesterdayOf(tx, orgId, new Date(now));
      const { rows } = await tx.execute<Omit<AdminOverview, 'object' | 'denied_since'>>(sql`
        select
          (select count(*)::int from memberships where org_id = org.id and ended_at is null) as members,
          (select count(*)::int from oauth_apps where org_id = org.id and deleted_at is null) as applications,
          (select count(*)::int from organizations sandbox where sandbox.sandbox_of = org.id) as sandboxes,
          case when org.single_sign_on_enforced then 'enforced'
            when exists (select 1 from identity_providers where org_id = org.id and enabled) then 'on'
            else 'off' end as single_sign_on,
          (select count(*)::int from (select 1 from patients where org_id = org.id
            and deleted_at > ${ago(RESTORE_DAYS).toISOString()}::timestamptz limit ${LIMIT}) one) as deleted_patients,
          (select count(*)::int from (select 1 from erasures where org_id = org.id limit ${LIMIT}) one) as erased_patients,
          (select count(*)::int from (select 1 from chart_accesses where org_id = org.id
            and id >= ${lowestIdAt(ago(DAYS))}::uuid limit ${LIMIT}) one) as chart_accesses,
          (select count(*)::int from (select 1 from (
            -- As in the index audit_events_acts.
            select outcome, code, action from audit_events where org_id = org.id and id >= ${lowestIdAt(yesterday.start)}::uuid
              and (kind not in ('read', 'list') or outcome <> 'allowed')
            order by id desc limit ${MOST_SEARCHED}) audit_events where ${isDenied(auditEvents)} limit ${LIMIT}) one) as denied,
          (select coalesce(sum(event.count), 0)::int from memberships m join security_events event
            on event.user_id = m.user_id and event.minute >= ${yesterday.start.toISOString()}::timestamptz
              and event.minute >= date_trunc('minute', m.created_at)
            where m.org_id = org.id and m.ended_at is null) as security_events
        from organizations org where org.id = ${orgId}`);
      return {
        output: { object: 'admin_overview' as const, ...rows[0]!, denied_since: yesterday.day },
        audit: { objectKind: 'organization', objectId: orgId },
      };
    },
  );
}

/** In the time zone of the organization, like the days of the audit log's filter. */
async function yesterdayOf(tx: Tx, orgId: string, now: Date): Promise<{ day: string; start: Date }> {
  const { rows } = await tx.execute<{ day: string; start: Date }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, day::timestamp at time zone time_zone as start
    from (select time_zone, (${now.toISOString()}::timestamptz at time zone time_zone)::date - 1 as day
      from organizations where id = ${orgId}) one`);
  const { day, start } = rows[0]!;
  return { day, start: new Date(start) };
}
