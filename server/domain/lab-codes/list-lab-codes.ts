import { and, desc, eq, lt } from 'drizzle-orm';
import { labCodes, labConnections } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import type { LabCodeList, ListLabCodesInput } from './contract';
import { CODE_STATES, presentLabCode, type LabCodeRow } from './present';

/** Lists codes, newest first; only unmapped ones by default. @throws DomainError `invalid_cursor` */
export function listLabCodes(ctx: Context, input: ListLabCodesInput): Promise<LabCodeList> {
  return perform(
    ctx,
    { action: 'list_lab_codes', kind: 'list', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const page = openPage<{ row: LabCodeRow; laboratory: string }>(ctx, 'lab_codes', input);
      const rows = await tx
        .select({ row: labCodes, laboratory: labConnections.name })
        .from(labCodes)
        .innerJoin(
          labConnections,
          and(eq(labConnections.orgId, orgId), eq(labConnections.id, labCodes.connectionId)),
        )
        .where(
          and(
            eq(labCodes.orgId, orgId),
            CODE_STATES[input.state],
            input.connection_id
              ? eq(labCodes.connectionId, readId('lab_connection', input.connection_id)!)
              : undefined,
            page.after ? lt(labCodes.id, page.after[0] as string) : undefined,
          ),
        )
        .orderBy(desc(labCodes.id))
        .limit(page.limit + 1);
      const list = page.close(
        rows,
        ({ row }) => [row.id],
        ({ row, laboratory }) => presentLabCode(row, laboratory),
      );
      return { output: list, audit: { objectKind: 'lab_code', detail: { count: list.data.length } } };
    },
  );
}
