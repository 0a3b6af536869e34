import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { labConnections, labProviders } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { readId, showIdOrNull } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import type { LabProviderList, ListLabProvidersInput } from './contract';
import { presentLabProvider, type LabProviderRow } from './present';

/** Lists ordering clinicians, newest first; only unmapped ones by default. @throws DomainError `invalid_cursor` */
export function listLabProviders(ctx: Context, input: ListLabProvidersInput): Promise<LabProviderList> {
  return perform(
    ctx,
    { action: 'list_lab_providers', kind: 'list', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const page = openPage<{ row: LabProviderRow; laboratory: string }>(ctx, 'lab_providers', input);
      const { mappedAt } = labProviders;
      const mapped = { unmapped: isNull(mappedAt), mapped: isNotNull(mappedAt), all: undefined };
      const rows = await tx
        .select({ row: labProviders, laboratory: labConnections.name })
        .from(labProviders)
        .innerJoin(
          labConnections,
          and(eq(labConnections.orgId, orgId), eq(labConnections.id, labProviders.connectionId)),
        )
        .where(
          and(
            eq(labProviders.orgId, orgId),
            mapped[input.state],
            input.connection_id
              ? eq(labProviders.connectionId, readId('lab_connection', input.connection_id)!)
              : undefined,
            page.after ? lt(labProviders.id, page.after[0] as string) : undefined,
          ),
        )
        .orderBy(desc(labProviders.id))
        .limit(page.limit + 1);
      const names = await namesOfPeople(
        tx,
        ctx,
        rows.map(({ row }) => showIdOrNull('user', row.userId)),
      );
      const list = page.close(
        rows,
        ({ row }) => [row.id],
        ({ row, laboratory }) => presentLabProvider(row, laboratory, names),
      );
      return { output: list, audit: { objectKind: 'lab_provider', detail: { count: list.data.length } } };
    },
  );
}
