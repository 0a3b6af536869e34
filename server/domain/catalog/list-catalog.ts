import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { catalogTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { caseless, countRows } from '../../shared/list-filters';
import { openPage, type CursorValue } from '../../shared/paging';
import type { CatalogList, ListCatalogInput } from './contract';
import { presentTest, type TestRow } from './present';
import { correctSearch, eachWord, foundBy, searchTests, type TestSearch } from './search-tests';

interface FoundTest {
  test: TestRow;
  rank: number;
  commonName: string | null;
}

/** Lists tests and panels that can be ordered, by name or by how well they match. @throws DomainError `invalid_cursor` */
export function listCatalog(ctx: Context, input: ListCatalogInput): Promise<CatalogList> {
  return perform(
    ctx,
    { action: 'list_catalog', kind: 'list', scope: ['labs:read', 'labs:write'] },
    async (tx) => {
      const page = openPage<FoundTest>(ctx, 'catalog_caseless', input);
      const typed = input.q?.trim() ?? '';
      const isRanked = input.sort === 'match' && typed !== '';
      const descending = input.sort === '-name';
      const find = async (texts: readonly string[]) => {
        const search = texts.length === 0 ? null : searchTests(ctx, texts);
        const commonName = search?.commonName ?? sql<string | null>`null::text`;
        const rank = isRanked && search ? search.rank : null;
        const conditions = [eq(catalogTests.orgId, ctx.actor.orgId), ...filters(input, search)];
        const keys = [...(rank ? [rank] : []), caseless(catalogTests.name), sql`${catalogTests.id}`];
        const direction = descending ? desc : asc;
        const rows = await tx
          .select({ test: getTableColumns(catalogTests), rank: rank ?? sql<number>`0`, commonName })
          .from(catalogTests)
          .where(and(...conditions, beyond(page.after, keys, descending)))
          .orderBy(...keys.map((key) => direction(key)))
          .limit(page.limit + 1);
        return { texts, rows, conditions };
      };
      let found = await find(typed === '' ? [] : [typed]);
      let isSimilar = false;
      // For people only: a program would mistake a similar test for the right one.
      if (found.rows.length === 0 && isRanked && ctx.transport === 'portal') {
        const corrected = await correctSearch(tx, ctx, typed);
        const meant = corrected.length > 0 ? corrected : eachWord(typed);
        if (meant.length > 0) found = await find(meant);
        isSimilar = meant.length > 0;
      }
      const { texts, rows, conditions } = found;
      const list = page.close(
        rows,
        ({ test, rank: level }) => [...(isRanked ? [level] : []), test.name, test.id],
        ({ test, commonName: other }) => {
          const found_by = texts.length === 0 ? undefined : foundBy(test, other, texts);
          return {
            ...presentTest(test),
            ...(found_by ? { found_by } : {}),
            ...(isSimilar ? { similar: true } : {}),
          };
        },
      );
      const count = input.include ? await countRows(tx, catalogTests, conditions) : {};
      return {
        output: { ...list, ...count },
        audit: { objectKind: 'catalog_test', detail: { count: list.data.length } },
      };
    },
  );
}

/**
 * The index orders the list by name. Row security keeps `lower` out of index conditions, so a deep page also reads the
 * names before it, thousands at most.
 */
function beyond(after: CursorValue[] | null, keys: SQL[], descending: boolean): SQL | undefined {
  if (!after) return undefined;
  const [name, id] = after.slice(-2);
  const level = after.length > 2 ? [sql`${after[0]}::int`] : [];
  const last = sql.join([...level, sql`lower(${name})`, sql`${id}::uuid`], sql`, `);
  return sql`(${sql.join(keys, sql`, `)}) ${descending ? sql`<` : sql`>`} (${last})`;
}

function filters(input: ListCatalogInput, search: TestSearch | null): SQL[] {
  const conditions: (SQL | undefined)[] = [
    eq(catalogTests.active, input.active ?? true),
    search?.matches,
    input.category ? eq(catalogTests.category, input.category) : undefined,
    input.kind ? eq(catalogTests.kind, input.kind) : undefined,
    input.lab_id ? eq(catalogTests.labId, input.lab_id) : undefined,
    input.specimen_type
      ? sql`lower(${catalogTests.specimen}->>'type') = lower(${input.specimen_type})`
      : undefined,
    input.loinc ? eq(catalogTests.loinc, input.loinc) : undefined,
    input.has_turnaround === undefined
      ? undefined
      : sql`(${catalogTests.turnaroundHours} is not null) = ${input.has_turnaround}`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}
