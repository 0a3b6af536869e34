import { and, eq } from 'drizzle-orm';
import { labUnits } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { findLabConnection, MANAGE } from '../lab-connections/access';
import type { LabUnit, MapLabUnitInput } from './contract';

/**
 * Maps a connection's unit for future messages. Values keep the unit as received, and filed reports do not change.
 * @throws DomainError `not_found`
 */
export function mapLabUnit(ctx: Context, input: MapLabUnitInput): Promise<LabUnit> {
  return perform(ctx, { action: 'map_lab_unit', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const connection = await findLabConnection(tx, ctx, input.connection_id, { lock: true });
    const { unit, ucum } = input;
    const at = and(
      eq(labUnits.orgId, orgId),
      eq(labUnits.connectionId, connection.id),
      eq(labUnits.unit, unit),
    );
    const [before] = await tx.select({ ucum: labUnits.ucum }).from(labUnits).where(at);
    const said = { mappedBy: actorName(ctx.actor), mappedAt: new Date() };
    if (ucum === null) await tx.delete(labUnits).where(at);
    else
      await tx
        .insert(labUnits)
        .values({ orgId, connectionId: connection.id, unit, ucum, ...said })
        .onConflictDoUpdate({
          target: [labUnits.orgId, labUnits.connectionId, labUnits.unit],
          set: { ucum, ...said },
        });
    return {
      output: {
        object: 'lab_unit' as const,
        connection_id: showId('lab_connection', connection.id),
        unit,
        ucum,
        mapped_at: ucum === null ? null : said.mappedAt.toISOString(),
      },
      audit: {
        objectKind: 'lab_connection' as const,
        objectId: connection.id,
        detail: { unit, ucum, before: before?.ucum ?? null },
      },
    };
  });
}
