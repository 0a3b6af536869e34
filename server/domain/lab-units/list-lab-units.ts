import { and, asc, eq, sql } from 'drizzle-orm';
import { labUnits } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findLabConnection, MANAGE } from '../lab-connections/access';
import type { LabUnitList, ListLabUnitsInput } from './contract';

const REPORTS = 500;

/** Lists a connection's mapped and unmapped units. @throws DomainError `not_found` */
export function listLabUnits(ctx: Context, input: ListLabUnitsInput): Promise<LabUnitList> {
  return perform(ctx, { action: 'list_lab_units', kind: 'list', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const connection = await findLabConnection(tx, ctx, input.connection_id);
    const connection_id = showId('lab_connection', connection.id);
    const mapped = await tx
      .select()
      .from(labUnits)
      .where(and(eq(labUnits.orgId, orgId), eq(labUnits.connectionId, connection.id)))
      .orderBy(asc(labUnits.unit));
    const known = new Set(mapped.map(({ unit }) => unit));
    const { rows } = await tx.execute<{ unit: string }>(sql`
      select distinct o.unit from (
        select id, lab_id from lab_results where org_id = ${orgId} order by id desc limit ${REPORTS}
      ) r join lab_observations o on o.org_id = ${orgId} and o.result_id = r.id
      where r.lab_id = ${connection_id} and o.unit is not null and o.ucum is null order by o.unit`);
    const unknown = rows.filter(({ unit }) => !known.has(unit));
    return {
      output: {
        data: [
          ...unknown.map(({ unit }) => ({ unit, ucum: null, mapped_at: null })),
          ...mapped.map(({ unit, ucum, mappedAt }) => ({ unit, ucum, mapped_at: mappedAt.toISOString() })),
        ].map((row) => ({ object: 'lab_unit' as const, connection_id, ...row })),
      },
      audit: {
        objectKind: 'lab_connection',
        objectId: connection.id,
        detail: { mapped: mapped.length, unmapped: unknown.length },
      },
    };
  });
}
