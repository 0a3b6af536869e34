import { and, eq, sql, type SQL } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { CursorValue } from '../../shared/paging';
import type { PatientRow } from './access';
import { readSearch, type Term } from './search-terms';

/**
 * Searches patients that match every word of `q`. Rank: 1 exact MRN, 2 exact name, 3 prefix of a name or MRN, or birth
 * date, 4 identifier, 5 phone, 6 similar name, 7 prefix of one. A patient has the rank of the weakest word; equal ranks sort
 * by name.
 */

/**
 * Number of results: the best by rank, then by index order of the matching word. A search with more is too unspecific.
 */
const SEARCH_CAP = 500;
const MOST_WORDS = 16;

export interface Search {
  terms: Term[];
  /** Organization, not deleted, and the filters in addition to `q`. */
  conditions: SQL[];
  isFiltered: boolean;
}

/** @throws DomainError `invalid_parameter` for too many words */
export function openSearch(q: string, conditions: SQL[], isFiltered: boolean): Search {
  const terms = readSearch(q);
  if (terms.length > MOST_WORDS) {
    throw new DomainError('invalid_parameter', 'The search has too many words.', {
      errors: [{ parameter: 'q', code: 'too_long', message: `must have at most ${MOST_WORDS} words` }],
    });
  }
  return { terms, conditions, isFiltered };
}

export type FoundPatient = PatientRow & { rank: number };

export async function matchPatients(
  tx: Tx,
  ctx: Context,
  search: Search,
  page: { limit: number; after: CursorValue[] | null },
): Promise<FoundPatient[]> {
  if (search.terms.length === 0) return [];
  const { orgId } = ctx.actor;
  const after = page.after
    ? sql`(hits.rank, ${patients.familyKey}, ${patients.givenKey}, ${patients.id}) > (${page.after[0]}::int, ${page.after[1]}, ${page.after[2]}, ${page.after[3]}::uuid)`
    : undefined;
  // Sorts narrow rows and fetches whole rows only for the page.
  const shown = sql`shown as (select ${patients.id}, hits.rank, row_number() over (order by hits.rank, ${patients.familyKey}, ${patients.givenKey}, ${patients.id}) as place
    from hits join ${patients} on ${patients.orgId} = ${orgId} and ${patients.id} = hits.patient_id
    where ${and(...search.conditions, after)} order by place limit ${page.limit + 1})`;
  const read = (hits: SQL) =>
    tx
      .select({
        patient: patients,
        rank: sql<number>`found.rank`,
        hits: sql<number>`found.hits`,
        read: sql<number>`found.read`,
      })
      .from(sql`(with ${hits}, ${shown} select * from (${FIGURES}) figures left join shown on true) as found`)
      .leftJoin(patients, and(eq(patients.orgId, orgId), eq(patients.id, sql`found.id`)))
      .orderBy(sql`found.place`);
  const rows = await untilEnough(tx, ctx, search, SEARCH_CAP, read);
  return rows.flatMap(({ patient, rank }) => (patient ? [{ ...patient, rank }] : []));
}

export async function countSearch(
  tx: Tx,
  ctx: Context,
  search: Search,
): Promise<{ total_count: number; total_count_capped?: boolean }> {
  if (search.terms.length === 0) return { total_count: 0 };
  const read = async (hits: SQL) => (await tx.execute<Figures>(sql`with ${hits} ${FIGURES}`)).rows;
  const [{ hits }] = (await untilEnough(tx, ctx, search, SEARCH_CAP + 1, read)) as [Figures];
  return hits > SEARCH_CAP ? { total_count: SEARCH_CAP, total_count_capped: true } : { total_count: hits };
}

type Figures = {
  hits: number;
  /** Index rows read: several names of a patient can share a prefix. */
  read: number;
};
const FIGURES = sql`select (select count(*)::int from hits) as hits, (select count(*)::int from raw) as read`;

// Not a named statement (`server/db/prepared.ts`): a plan for all organizations assumes an average one, and in a large
// one among many small ones it would read all patients for each hit.

/**
 * A word with fewer hits than `rare` selects the candidates. Tests lower it, to cover all strategies with few patients.
 */
export const searchWays = { rare: 4_000 };

/**
 * The best matches, as common table expressions `raw` and `hits (patient_id, rank)` for `read`. The work depends on the
 * number of hits, not on the size of the organization: a single word is read in index order until there are enough
 * patients; of several words the rarest selects the candidates; several common ones are intersected. Sorted before the
 * cap, so that an exact match is never left out.
 */
async function untilEnough<Row extends Figures>(
  tx: Tx,
  ctx: Context,
  search: Search,
  most: number,
  read: (hits: SQL) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const { terms, conditions, isFiltered } = search;
  const { orgId } = ctx.actor;
  // Tokens exist only for patients who are neither deleted nor merged; other conditions need the patient's row.
  const inSight = (patientId: SQL) =>
    isFiltered
      ? sql`${patientId} in (select ${patients.id} from ${patients} where ${and(...conditions, sql`${patients.id} = ${patientId}`)})`
      : sql`true`;
  const best = (raw: SQL, condition: SQL) =>
    sql`raw as materialized (${raw}), hits as materialized (select patient_id, min(rank)::int as rank from raw where ${condition} group by patient_id order by rank, patient_id limit ${most})`;
  if (terms.length > 1) {
    const sizes = await sizesOf(tx, orgId, terms);
    const rarest = sizes.indexOf(Math.min(...sizes));
    const isRare = sizes[rarest]! < searchWays.rare;
    const raw = isRare ? fromRarest(orgId, terms, rarest) : intersected(orgId, terms);
    return read(best(raw, inSight(sql`patient_id`)));
  }
  for (let limit = 2 * most; ; limit *= 8) {
    const rows = await read(best(inIndexOrder(orgId, terms[0]!, limit, inSight), sql`true`));
    const figures = rows[0]!;
    if (figures.hits >= most || figures.read < limit) return rows;
  }
}

/** Number of hits per word, counted up to `rare`. */
async function sizesOf(tx: Tx, orgId: string, terms: Term[]): Promise<number[]> {
  const counts = terms.map(
    (term) =>
      sql`(select count(*)::int from (${every(ranges(orgId, term).map((range) => sql`(${range} limit ${searchWays.rare})`))}) as hit)`,
  );
  const query = tx
    .select({ sizes: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(sql`(values (1)) as one`);
  const [row] = await query;
  return row!.sizes;
}

const every = (branches: SQL[]): SQL => sql.join(branches, sql` union all `);

function fromRarest(orgId: string, terms: Term[], rarest: number): SQL {
  const candidates = sql`select patient_id, min(rank) as rank from (${every(ranges(orgId, terms[rarest]!))}) as hit group by patient_id`;
  return terms
    .filter((_, index) => index !== rarest)
    .reduce(
      (found, term) =>
        sql`select c.patient_id, greatest(c.rank, word.rank) as rank from (${found}) as c cross join lateral (${ofPatient(orgId, term, sql`c.patient_id`)}) as word`,
      candidates,
    );
}

/** Reads one word's ranges in index order, each up to `limit`; exact forms come first. */
function inIndexOrder(orgId: string, term: Term, limit: number, inSight: (patientId: SQL) => SQL): SQL {
  return every(
    ranges(orgId, term, { inOrder: true }).map(
      (range) => sql`(select * from (${range}) as hit where ${inSight(sql`hit.patient_id`)} limit ${limit})`,
    ),
  );
}

function intersected(orgId: string, terms: Term[]): SQL {
  const words = terms.map(
    (term, index) =>
      sql`select patient_id, rank, ${index}::int as word from (${every(ranges(orgId, term))}) as hit`,
  );
  return sql`select patient_id, max(best)::int as rank
    from (select patient_id, word, min(rank) as best from (${every(words)}) as all_words group by patient_id, word) as best_of_word
    group by patient_id having count(*) = ${terms.length}`;
}

/** What a word can match among a patient's tokens, with its rank. */
interface Meaning {
  kind: 'name' | 'mrn' | 'identifier' | 'phone';
  fits: SQL;
  rank: SQL;
}

function meaningsOf(term: Term): Meaning[] {
  const whole = (kind: Meaning['kind'], token: string, rank: number): Meaning => ({
    kind,
    fits: sql`token = ${token}`,
    rank: sql`${rank}::int`,
  });
  const beginning = (kind: Meaning['kind'], token: string, rankOfWhole: number, rank: number): Meaning => ({
    kind,
    fits: sql`token >= ${token} and token < ${token + '\u{10FFFF}'}`,
    rank: sql`case when token = ${token} then ${rankOfWhole}::int else ${rank}::int end`,
  });
  return [
    ...(term.name ? [beginning('name', term.name, 2, 3)] : []),
    ...(term.number
      ? [beginning('mrn', term.number, 1, 3), beginning('identifier', term.number, 4, 4)]
      : term.mrn
        ? [whole('mrn', term.mrn, 1)]
        : []),
    ...(term.phone ? [beginning('phone', term.phone, 5, 5)] : []),
    ...(term.near
      ? [oneOf(term.near.whole, RANK_OF_NEAR), oneOf(term.near.beginning, RANK_OF_NEAR + 1)]
      : []),
  ];
}

const oneOf = (names: string[], rank: number): Meaning => ({
  kind: 'name',
  fits: sql`token = any (${sql.param(names)}::text[])`,
  rank: sql`${rank}::int`,
});

const RANK_OF_BIRTH_DATE = 3;
/** From here on a name is only similar. */
export const RANK_OF_NEAR = 6;

/** Conditions on the birth date, each a range of the index. */
const birthDates = ({ birthDates: dates = [], birthYear: year }: Term): SQL[] => [
  ...dates.map((date) => sql`birth_date = ${date}`),
  ...(year ? [sql`birth_date >= ${`${year}-01-01`} and birth_date < ${`${year + 1}-01-01`}`] : []),
];

/**
 * The patients of one word: (patient, rank) pairs, each query a range of one index.
 * @param options.inOrder in index order, so that a limit stops the scan
 */
function ranges(orgId: string, term: Term, options: { inOrder?: boolean } = {}): SQL[] {
  const by = (columns: SQL) => (options.inOrder ? sql` order by ${columns}` : sql``);
  return [
    ...meaningsOf(term).map(
      ({ kind, fits, rank }) =>
        sql`select patient_id, ${rank} as rank from patient_tokens where org_id = ${orgId} and kind = ${kind} and ${fits}${by(sql`token, patient_id`)}`,
    ),
    ...birthDates(term).map(
      (born) =>
        sql`select id as patient_id, ${RANK_OF_BIRTH_DATE}::int as rank from patients where org_id = ${orgId} and ${born} and deleted_at is null and status <> 'merged'${by(sql`birth_date, id`)}`,
    ),
  ];
}

/** The rank of one word for one patient; no row without a match. */
function ofPatient(orgId: string, term: Term, patientId: SQL): SQL {
  const meanings = meaningsOf(term);
  const isOne = sql.join(
    meanings.map(({ kind, fits }) => sql`(kind = ${kind} and ${fits})`),
    sql` or `,
  );
  const ranks = meanings.map(({ kind, fits, rank }) => sql`when kind = ${kind} and ${fits} then ${rank}`);
  const byToken = sql`select case ${sql.join(ranks, sql` `)} end as rank from patient_tokens where org_id = ${orgId} and patient_id = ${patientId} and (${isOne})`;
  const byDate = birthDates(term).map(
    (born) =>
      sql`select ${RANK_OF_BIRTH_DATE}::int as rank from patients where org_id = ${orgId} and id = ${patientId} and ${born} and deleted_at is null and status <> 'merged'`,
  );
  return sql`select min(rank) as rank from (${every([byToken, ...byDate])}) as hit having count(*) > 0`;
}
