import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { labConnections } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { backlogsOf, MANAGE, NO_BACKLOG } from './access';
import type { LabConnectionList, ListLabConnectionsInput } from './contract';
import { presentLabConnection, type ConnectionRow } from './present';

/** Newest first. @throws DomainError `invalid_cursor` */
export function listLabConnections(ctx: Context, input: ListLabConnectionsInput): Promise<LabConnectionList> {
  return perform(ctx, { action: 'list_lab_connections', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<ConnectionRow>(ctx, 'lab_connections', input);
    const after = page.after?.[0];
    const rows = await tx
      .select()
      .from(labConnections)
      .where(
        and(
          eq(labConnections.orgId, ctx.actor.orgId),
          isNull(labConnections.deletedAt),
          after ? lt(labConnections.id, String(after)) : undefined,
        ),
      )
      .orderBy(desc(labConnections.id))
      .limit(page.limit + 1);
    const backlogs = await backlogsOf(
      tx,
      ctx,
      rows.map(({ id }) => id),
    );
    const output = page.close(
      rows,
      (row) => [row.id],
      (row) => presentLabConnection(row, backlogs.get(row.id) ?? NO_BACKLOG),
    );
    return { output, audit: { objectKind: 'lab_connection', detail: { count: output.data.length } } };
  });
}
