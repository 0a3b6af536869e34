import { sql } from 'drizzle-orm';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findResult } from './access';
import type { GetRecentValuesInput, RecentValues } from './history-contract';
import { MOST_RECENT } from './rules';

interface Row extends Record<string, unknown> {
  id: string;
  values: {
    number: number;
    at: string;
    severity: RecentValues['lines'][number]['values'][number]['severity'];
    open: boolean;
  }[];
}

/**
 * Portal: for each line of a report its number and up to eleven earlier ones, oldest first. One query; the inner one is
 * an index range per line (`lab_observations_history`).
 * @throws DomainError `not_found`
 */
export function getRecentValues(ctx: Context, input: GetRecentValuesInput): Promise<RecentValues> {
  return perform(ctx, { action: 'get_recent_values', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const result = await findResult(tx, ctx, input.id);
    const { rows } = await tx.execute<Row>(sql`
      select l.id, (
        select jsonb_agg(jsonb_build_object('number', v.value_number, 'at', v.observed_at, 'severity', v.severity, 'open', v.comparator is not null) order by v.observed_at, v.id)
        from (
          select p.id, p.value_number, p.observed_at, p.severity, p.comparator
          from lab_observations p join lab_results r on r.org_id = p.org_id and r.id = p.result_id
          where p.org_id = ${ctx.actor.orgId} and p.patient_id = l.patient_id and p.test_key = l.test_key
            and p.unit is not distinct from l.unit and p.value_number is not null
            and p.status not in ('deleted', 'wrong', 'cancelled')
            and (p.observed_at < l.observed_at or p.id = l.id)
            and p.loinc is not distinct from l.loinc and (l.loinc is not null or r.lab_id = own.lab_id)
          order by p.observed_at desc, p.id desc limit ${MOST_RECENT}
        ) v) as values
      from lab_observations l join lab_results own on own.org_id = l.org_id and own.id = l.result_id
      where l.org_id = ${ctx.actor.orgId} and l.result_id = ${result.id} and l.value_number is not null
        and l.observed_at is not null and l.status not in ('deleted', 'wrong', 'cancelled')
      order by l.position`);
    return {
      output: {
        lines: rows.map(({ id, values }) => ({
          observation_id: showId('observation', id),
          values: values.map((value) => ({ ...value, at: new Date(value.at).toISOString() })),
        })),
      },
      audit: {
        objectKind: 'lab_result',
        objectId: result.id,
        patientIds: [result.patientId],
        detail: { lines: rows.length },
      },
    };
  });
}
