import { and, asc, count, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../context';
import { DomainError } from '../errors';
import type { CursorValue } from '../paging';
import type { PatientRow } from './access';
import { readSearch, type Term } from './search-terms';

/**
 * Patients that fit every word of `q`. Rank: 1 exact MRN, 2 exact name, 3 beginning of a name or MRN or birth date,
 * 4 identifier, 5 phone; a patient has the rank of its weakest word; within a rank by name.
 */

/** The best so many are shown, those of a rank by age of the record; beyond that the words are too common. */
export const SEARCH_CAP = 500;
const MOST_WORDS = 16;

export interface Search {
  terms: Term[];
  /** Organisation, not deleted, and the filters that stand beside `q`. */
  conditions: SQL[];
  /** Whether there are filters: they are judged before the cap. */
  isFiltered: boolean;
}

/** @throws DomainError `invalid_parameter` for more words than a search takes */
export function openSearch(q: string, conditions: SQL[], isFiltered: boolean): Search {
  const terms = readSearch(q);
  if (terms.length > MOST_WORDS) {
    throw new DomainError('invalid_parameter', 'A query parameter is not valid.', {
      errors: [{ parameter: 'q', code: 'too_long', message: `must have at most ${MOST_WORDS} words` }],
    });
  }
  return { terms, conditions, isFiltered };
}

export async function searchPatients(
  tx: Tx,
  ctx: Context,
  search: Search,
  page: { limit: number; after: CursorValue[] | null },
): Promise<(PatientRow & { rank: number })[]> {
  if (search.terms.length === 0) return [];
  const hits = hitsOf(tx, ctx, search, SEARCH_CAP);
  const after = page.after;
  return tx
    .select({ ...getTableColumns(patients), rank: hits.rank })
    .from(hits)
    .innerJoin(patients, and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, hits.patientId)))
    .where(
      and(
        ...search.conditions,
        after
          ? sql`(${hits.rank}, ${patients.familyKey}, ${patients.givenKey}, ${patients.id}) > (${after[0]}::int, ${after[1]}, ${after[2]}, ${after[3]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(hits.rank), asc(patients.familyKey), asc(patients.givenKey), asc(patients.id))
    .limit(page.limit + 1);
}

/** How many a walk through all pages shows, and whether there are more that it does not. */
export async function countSearch(
  tx: Tx,
  ctx: Context,
  search: Search,
): Promise<{ total_count: number; total_count_capped?: boolean }> {
  if (search.terms.length === 0) return { total_count: 0 };
  const [row] = await tx.select({ count: count() }).from(hitsOf(tx, ctx, search, SEARCH_CAP + 1));
  const found = row?.count ?? 0;
  return found > SEARCH_CAP ? { total_count: SEARCH_CAP, total_count_capped: true } : { total_count: found };
}

/**
 * The best of what fits. Ordered before it is cut, so that the cap hides the weakest and never an exact match; by id
 * within a rank, so that a patient who is created while somebody pages displaces nobody.
 */
function hitsOf(tx: Tx, ctx: Context, { terms, conditions, isFiltered }: Search, most: number) {
  const fits = sql.join(
    terms.map(
      (term, index) =>
        sql`select patient_id, rank, ${index}::int as word from (${matches(ctx, term)}) as hit`,
    ),
    sql` union all `,
  );
  // Tokens exist of patients in sight only; more conditions than that need the patient's row.
  const narrowed = isFiltered
    ? sql`patient_id in (select ${patients.id} from ${patients} where ${and(...conditions)})`
    : undefined;
  return tx
    .select({
      patientId: sql<string>`patient_id`.as('hit_id'),
      rank: sql<number>`max(best)::int`.as('hit_rank'),
    })
    .from(
      sql`(select patient_id, word, min(rank) as best from (${fits}) every group by patient_id, word) as words`,
    )
    .where(narrowed)
    .groupBy(sql`patient_id`)
    .having(sql`count(*) = ${terms.length}`)
    .orderBy(sql`hit_rank, patient_id`)
    .limit(most)
    .as('hits');
}

/** One word: (patient, rank) pairs. Each branch is an index range of `patient_tokens` or of birth dates. */
function matches(ctx: Context, term: Term): SQL {
  const branches: SQL[] = [];
  const { orgId } = ctx.actor;
  const tokens = (kind: string, prefix: string, exact: number, begins: number) =>
    sql`select patient_id, case when token = ${prefix} then ${exact}::int else ${begins}::int end as rank from patient_tokens where org_id = ${orgId} and kind = ${kind} and token >= ${prefix} and token < ${prefix + '\u{10FFFF}'}`;
  if (term.name) branches.push(tokens('name', term.name, 2, 3));
  if (term.number) branches.push(tokens('mrn', term.number, 1, 3), tokens('identifier', term.number, 4, 4));
  else if (term.mrn)
    branches.push(
      sql`select patient_id, 1 as rank from patient_tokens where org_id = ${orgId} and kind = 'mrn' and token = ${term.mrn}`,
    );
  if (term.phone) branches.push(tokens('phone', term.phone, 5, 5));
  for (const date of term.birthDates ?? [])
    branches.push(
      sql`select id as patient_id, 3 as rank from patients where org_id = ${orgId} and birth_date = ${date} and deleted_at is null`,
    );
  return sql.join(branches, sql` union all `);
}
