import { and, desc, eq, lt } from 'drizzle-orm';
import { erasures } from '../../db/schema/index';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { perform } from '../../shared/perform';
import { presentErasure, READ, type ErasureRow } from './access';
import type { ErasureList, ListErasuresInput } from './contract';

/** The certificates of all erasures, newest first. @throws DomainError `invalid_cursor` */
export function listErasures(ctx: Context, input: ListErasuresInput): Promise<ErasureList> {
  return perform(ctx, { action: 'list_erasures', kind: 'list', ...READ }, async (tx) => {
    const page = openPage<ErasureRow>(ctx, 'erasures', input);
    const rows = await tx
      .select()
      .from(erasures)
      .where(
        and(
          eq(erasures.orgId, ctx.actor.orgId),
          page.after ? lt(erasures.id, String(page.after[0])) : undefined,
        ),
      )
      .orderBy(desc(erasures.id))
      .limit(page.limit + 1);
    const names = await namesOfPeople(
      tx,
      ctx,
      rows.map(({ erasedBy }) => erasedBy),
    );
    const output = page.close(
      rows,
      (row) => [row.id],
      (row) => presentErasure(row, names),
    );
    const shown = rows.slice(0, page.limit);
    return {
      output,
      audit: {
        objectKind: 'erasure',
        patientIds: shown.flatMap(({ recordIds }) => recordIds),
        detail: { count: shown.length },
      },
    };
  });
}
