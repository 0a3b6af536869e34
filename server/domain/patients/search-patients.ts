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
  const hits = await hitsOf(tx, ctx, search, SEARCH_CAP);
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
  const [row] = await tx.select({ count: count() }).from(await hitsOf(tx, ctx, search, SEARCH_CAP + 1));
  const found = row?.count ?? 0;
  return found > SEARCH_CAP ? { total_count: SEARCH_CAP, total_count_capped: true } : { total_count: found };
}

/** A word with fewer hits than `rare` names the candidates. Changed by tests, to take every way with few patients. */
export const searchWays = { rare: 4_000 };

/**
 * The best of what fits. The work is bounded by what is found, not by the size of the organisation: a rare word names
 * the candidates; a single common one is read in the order of its index; only several common ones are intersected.
 * Ordered before it is cut, so that the cap hides the weakest and never an exact match.
 */
async function hitsOf(tx: Tx, ctx: Context, search: Search, most: number) {
  const { terms, conditions, isFiltered } = search;
  const { orgId } = ctx.actor;
  // Tokens exist of patients in sight only; more conditions than that need the patient's row.
  const inSight = (patientId: SQL) =>
    isFiltered
      ? sql`${patientId} in (select ${patients.id} from ${patients} where ${and(...conditions, sql`${patients.id} = ${patientId}`)})`
      : sql`true`;
  const sizes = await sizesOf(tx, orgId, terms);
  const rarest = sizes.indexOf(Math.min(...sizes));
  const size = sizes[rarest]!;
  const found =
    terms.length === 1 && size > Math.min(most, searchWays.rare)
      ? fromIndexOrder(orgId, terms[0]!, most, inSight)
      : terms.length === 1 || size < searchWays.rare
        ? fromRarest(orgId, terms, rarest)
        : intersected(orgId, terms);
  return tx
    .select({
      patientId: sql<string>`patient_id`.as('hit_id'),
      rank: sql<number>`rank`.as('hit_rank'),
    })
    .from(sql`(${found}) as found`)
    .where(inSight(sql`found.patient_id`))
    .orderBy(sql`hit_rank, hit_id`)
    .limit(most)
    .as('hits');
}

/** How many hits each word has, counted to `rare`. */
async function sizesOf(tx: Tx, orgId: string, terms: Term[]): Promise<number[]> {
  const counts = terms.map(
    (term) =>
      sql`(select count(*)::int from (${sql.join(
        matches(orgId, term).map((branch) => sql`(${branch} limit ${searchWays.rare})`),
        sql` union all `,
      )}) as hit)`,
  );
  const { rows } = await tx.execute<{ sizes: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as sizes`,
  );
  return rows[0]!.sizes;
}

const every = (branches: SQL[]): SQL => sql.join(branches, sql` union all `);

/** The patients of one word, each asked for the other words by its own tokens. */
function fromRarest(orgId: string, terms: Term[], rarest: number): SQL {
  const others = terms.filter((_, index) => index !== rarest);
  const ranks = others.map(
    (term) =>
      sql`(select min(rank) from (${every(matches(orgId, term, { patientId: sql`c.patient_id` }))}) as hit)`,
  );
  return sql`select patient_id, (select max(rank) from unnest(ranks) as rank)::int as rank
    from (select c.patient_id, array[${sql.join([sql`c.rank`, ...ranks], sql`, `)}] as ranks
      from (select patient_id, min(rank) as rank from (${every(matches(orgId, terms[rarest]!))}) as hit group by patient_id) as c) as judged
    where array_position(ranks, null) is null`;
}

/** Each branch of one word in the order of its index, until there are enough. */
function fromIndexOrder(orgId: string, term: Term, most: number, inSight: (patientId: SQL) => SQL): SQL {
  // A patient may be found twice by one word, and once more by its exact form.
  const limited = matches(orgId, term, { inOrder: true }).map(
    (branch) =>
      sql`(select * from (${branch}) as hit where ${inSight(sql`hit.patient_id`)} limit ${3 * most})`,
  );
  return sql`select patient_id, min(rank)::int as rank from (${every(limited)}) as hits group by patient_id`;
}

function intersected(orgId: string, terms: Term[]): SQL {
  const words = terms.map(
    (term, index) =>
      sql`select patient_id, rank, ${index}::int as word from (${every(matches(orgId, term))}) as hit`,
  );
  return sql`select patient_id, max(best)::int as rank
    from (select patient_id, word, min(rank) as best from (${every(words)}) as all_words group by patient_id, word) as best_of_word
    group by patient_id having count(*) = ${terms.length}`;
}

/**
 * One word: branches of (patient, rank) pairs, each an index range of `patient_tokens` or of birth dates; exact forms
 * before beginnings.
 * @param options.patientId only of this patient
 * @param options.inOrder as the index has them, so that a limit ends the reading
 */
function matches(orgId: string, term: Term, options: { patientId?: SQL; inOrder?: boolean } = {}): SQL[] {
  const of = (column: SQL) => (options.patientId ? sql` and ${column} = ${options.patientId}` : sql``);
  const by = (columns: SQL) => (options.inOrder ? sql` order by ${columns}` : sql``);
  const range = (kind: string, condition: SQL, rank: number) =>
    sql`select patient_id, ${rank}::int as rank from patient_tokens where org_id = ${orgId} and kind = ${kind} and ${condition}${of(sql`patient_id`)}${by(sql`token, patient_id`)}`;
  const exact = (kind: string, token: string, rank: number) => range(kind, sql`token = ${token}`, rank);
  const begins = (kind: string, token: string, rank: number) =>
    range(kind, sql`token > ${token} and token < ${token + '\u{10FFFF}'}`, rank);
  const branches: SQL[] = [];
  const add = (kind: string, token: string, rankOfExact: number, rank: number) =>
    branches.push(exact(kind, token, rankOfExact), begins(kind, token, rank));
  if (term.name) add('name', term.name, 2, 3);
  if (term.number) {
    add('mrn', term.number, 1, 3);
    add('identifier', term.number, 4, 4);
  } else if (term.mrn) branches.push(exact('mrn', term.mrn, 1));
  if (term.phone) add('phone', term.phone, 5, 5);
  for (const date of term.birthDates ?? [])
    branches.push(
      sql`select id as patient_id, 3 as rank from patients where org_id = ${orgId} and birth_date = ${date} and deleted_at is null${of(sql`id`)}${by(sql`id`)}`,
    );
  return branches;
}
