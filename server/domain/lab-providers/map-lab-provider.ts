import { and, eq, sql } from 'drizzle-orm';
import { labConnections, labProviders, labResults } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { notFound, pathId, showId, showIdOrNull } from '../../shared/ids';
import { lockSubstitute } from '../people/access';
import { changeReviewer } from '../reviews/access';
import type { MapLabProviderInput, MappedLabProvider } from './contract';
import { presentLabProvider, type LabProviderRow } from './present';

/**
 * Maps a laboratory's number to a member. Reports with this number and without an order of ours are assigned to the
 * member: future ones, and those unassigned today. Assigned reports stay with their assignee.
 * @throws DomainError `not_found`, `validation_failed` (the member may not sign)
 */
export function mapLabProvider(ctx: Context, input: MapLabProviderInput): Promise<MappedLabProvider> {
  return perform(
    ctx,
    { action: 'map_lab_provider', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const id = pathId('lab_provider', input.id);
      const [found] = await tx
        .select({ row: labProviders, laboratory: labConnections.name })
        .from(labProviders)
        .innerJoin(
          labConnections,
          and(eq(labConnections.orgId, orgId), eq(labConnections.id, labProviders.connectionId)),
        )
        .where(and(eq(labProviders.orgId, orgId), eq(labProviders.id, id)))
        .for('update', { of: labProviders });
      if (!found) throw notFound();
      const userId =
        input.user_id === null ? null : await lockSubstitute(tx, ctx, input.user_id, '', '/user_id');
      const [row] = await tx
        .update(labProviders)
        .set({ userId, mappedBy: actorName(ctx.actor), mappedAt: new Date() })
        .where(and(eq(labProviders.orgId, orgId), eq(labProviders.id, id)))
        .returning();
      const assigned = userId === null ? [] : await assignWaiting(tx, ctx, row!, userId);
      const names = await namesOfPeople(tx, ctx, [showIdOrNull('user', userId)]);
      return {
        output: { ...presentLabProvider(row!, found.laboratory, names), reports_assigned: assigned.length },
        audit: {
          objectKind: 'lab_provider' as const,
          objectId: id,
          patientIds: [...new Set(assigned.map(({ patientId }) => patientId))],
          detail: {
            person: input.user_id,
            before: showIdOrNull('user', found.row.userId),
            reports: assigned.map((report) => showId('lab_result', report.id)),
          },
        },
      };
    },
  );
}

/** Open, unassigned reports with this number; always few. */
async function assignWaiting(
  tx: Tx,
  ctx: Context,
  { connectionId, number, authority }: LabProviderRow,
  userId: string,
) {
  const { orgId } = ctx.actor;
  const names = sql`exists (select 1 from inbound_reports i
    join inbound_messages m on m.org_id = ${orgId} and m.id = i.message_id
    where i.org_id = ${orgId} and i.result_id = ${labResults.id} and m.connection_id = ${connectionId}
      and trim(i.orderer->>'id') = ${number} and coalesce(trim(i.orderer->>'authority'), '') = ${authority})`;
  const rows = await tx
    .select()
    .from(labResults)
    .where(
      and(
        eq(labResults.orgId, orgId),
        sql`${labResults.inboxRank} is not null and ${labResults.reviewerId} is null`,
        names,
      ),
    )
    .orderBy(labResults.id)
    .for('update');
  for (const row of rows) await changeReviewer(tx, ctx, row, userId, { act: 'assigned' });
  return rows;
}
