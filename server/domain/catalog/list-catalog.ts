import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import { catalogTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { caseless, countRows } from '../../shared/list-filters';
import { openPage } from '../../shared/paging';
import type { CatalogList, ListCatalogInput } from './contract';
import { presentTest, type TestRow } from './present';

/** Lists tests and panels that can be ordered, by name. @throws DomainError `invalid_cursor` */
export function listCatalog(ctx: Context, input: ListCatalogInput): Promise<CatalogList> {
  return perform(
    ctx,
    { action: 'list_catalog', kind: 'list', scope: ['labs:read', 'labs:write'] },
    async (tx) => {
      const page = openPage<TestRow>(ctx, 'catalog_caseless', input);
      const name = caseless(catalogTests.name);
      const descending = input.sort === '-name';
      const conditions = [eq(catalogTests.orgId, ctx.actor.orgId), ...filters(input)];
      // The index orders the list. Row security keeps `lower` out of index conditions, so a deep page also reads the
      // names before it, hundreds at most.
      const beyond =
        page.after &&
        sql`(${name}, ${catalogTests.id}) ${descending ? sql`<` : sql`>`} (lower(${page.after[0]}), ${page.after[1]}::uuid)`;
      const direction = descending ? desc : asc;
      const rows = await tx
        .select()
        .from(catalogTests)
        .where(and(...conditions, beyond ?? undefined))
        .orderBy(direction(name), direction(catalogTests.id))
        .limit(page.limit + 1);
      const list = page.close(rows, (row) => [row.name, row.id], presentTest);
      const count = input.include ? await countRows(tx, catalogTests, conditions) : {};
      return {
        output: { ...list, ...count },
        audit: { objectKind: 'catalog_test', detail: { count: list.data.length } },
      };
    },
  );
}

// An organization's catalog has at most hundreds of rows, so a scan is cheaper than a text index.
const contains = (text: SQL, q: string): SQL => sql`position(lower(${q}) in lower(${text})) > 0`;

function filters(input: ListCatalogInput): SQL[] {
  const q = input.q?.trim();
  const conditions: (SQL | undefined)[] = [
    eq(catalogTests.active, input.active ?? true),
    q
      ? contains(
          sql`concat_ws(chr(10), ${catalogTests.name}, ${catalogTests.shortName}, array_to_string(${catalogTests.synonyms}, chr(10)), ${catalogTests.code}, ${catalogTests.loinc})`,
          q,
        )
      : undefined,
    input.category ? eq(catalogTests.category, input.category) : undefined,
    input.kind ? eq(catalogTests.kind, input.kind) : undefined,
    input.lab_id ? eq(catalogTests.labId, input.lab_id) : undefined,
    input.specimen_type
      ? sql`lower(${catalogTests.specimen}->>'type') = lower(${input.specimen_type})`
      : undefined,
    input.loinc ? eq(catalogTests.loinc, input.loinc) : undefined,
  ];
  return conditions.filter((condition) => condition !== undefined);
}
