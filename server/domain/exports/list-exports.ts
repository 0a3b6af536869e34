import { and, desc, eq, lt } from 'drizzle-orm';
import { dataExports } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { countRows } from '../../shared/list-filters';
import { openPage } from '../../shared/paging';
import { perform } from '../../shared/perform';
import { presentExports, USE, type ExportRow } from './access';
import type { ExportList, ListExportsInput } from './contract';

/** Newest first. @throws DomainError `invalid_cursor` */
export function listExports(ctx: Context, input: ListExportsInput): Promise<ExportList> {
  return perform(ctx, { action: 'list_exports', kind: 'list', ...USE }, async (tx) => {
    const page = openPage<ExportRow>(ctx, 'exports', input);
    const conditions = [eq(dataExports.orgId, ctx.actor.orgId)];
    const rows = await tx
      .select()
      .from(dataExports)
      .where(and(...conditions, page.after ? lt(dataExports.id, String(page.after[0])) : undefined))
      .orderBy(desc(dataExports.id))
      .limit(page.limit + 1);
    const { data, ...rest } = page.close(
      rows,
      (row) => [row.id],
      (row) => row,
    );
    const count = input.include ? await countRows(tx, dataExports, conditions) : {};
    return {
      output: { ...rest, data: await presentExports(tx, ctx, data), ...count },
      audit: { objectKind: 'export', detail: { count: data.length } },
    };
  });
}
