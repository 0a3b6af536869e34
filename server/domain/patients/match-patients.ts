import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import { literalLimit, prepared } from '../../db/prepared';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { CursorValue } from '../../shared/paging';
import type { PatientRow } from './access';
import { searchValues, type SearchValues } from './search-meanings';
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
  const after = page.after
    ? sql`(hits.rank, ${patients.familyKey}, ${patients.givenKey}, ${patients.id}) > (${page.after[0]}::int, ${page.after[1]}, ${page.after[2]}, ${page.after[3]}::uuid)`
    : undefined;
  const isUsual = !after && !search.isFiltered;
  const rows = await untilEnough(tx, ctx, search, SEARCH_CAP, (way, values) => {
    const all = { ...values, rows: page.limit + 1 };
    const usual = isUsual ? FIRST_PAGE.get(way.name) : undefined;
    if (usual) return usual(tx, all);
    return readPage(tx, way.hits, and(...search.conditions, after)!)
      .prepare('')
      .execute(all);
  });
  return rows.flatMap(({ patient, rank }) => (patient ? [{ ...patient, rank }] : []));
}

export async function countSearch(
  tx: Tx,
  ctx: Context,
  search: Search,
): Promise<{ total_count: number; total_count_capped?: boolean }> {
  if (search.terms.length === 0) return { total_count: 0 };
  const [{ hits }] = (await untilEnough(tx, ctx, search, SEARCH_CAP + 1, (way, values) =>
    tx
      .select({ hits: sql<number>`hits`, read: sql<number>`read` })
      .from(sql`(with ${way.hits} ${FIGURES}) as figures`)
      .prepare('')
      .execute(values),
  )) as [Figures];
  return hits > SEARCH_CAP ? { total_count: SEARCH_CAP, total_count_capped: true } : { total_count: hits };
}

interface Figures {
  hits: number;
  /** Index rows read: several names of a patient can share a prefix. */
  read: number;
}
const FIGURES = sql`select (select count(*)::int from hits) as hits, (select count(*)::int from raw) as read`;

/** The SQL is the same for all searches, so that Postgres plans each way once per connection. */
type Values = SearchValues & {
  orgId: string;
  /** Number of words. */
  words: number;
  rarest: number;
  most: number;
  [name: string]: unknown;
};
const given = sql.placeholder;
const orgId = given('orgId');

/**
 * All organizations share a plan, so it must not depend on their sizes: a plan for an average one would read all patients
 * of a large one for each hit. `offset 0` keeps each look-up a separate subquery, which has only one suitable index.
 */
const SEPARATE = sql`offset 0`;

const MEANINGS = sql`meaning as materialized (select * from unnest(${given('meaningWords')}::int[], ${given('kinds')}::text[], ${given('lows')}::text[],
    ${given('highs')}::text[], ${given('ranksOfWhole')}::int[], ${given('ranks')}::int[]) as m (word, kind, low, high, rank_of_whole, rank)),
  born as materialized (select * from unnest(${given('bornWords')}::int[], ${given('bornFrom')}::date[], ${given('bornTo')}::date[]) as b (word, low, high))`;

const RANK = sql`case when token = m.low then m.rank_of_whole else m.rank end`;
const RANK_OF_BIRTH_DATE = sql`3::int`;
const BORN = sql`birth_date >= b.low and birth_date <= b.high and deleted_at is null and status <> 'merged'`;

/**
 * What the words can match, as (word, patient, rank).
 * @param which of the words
 * @param each added to the look-up of each range
 */
const ranges = (which: SQL, each: { tokens: SQL; dates: SQL }): SQL =>
  sql`select m.word, hit.patient_id, hit.rank from meaning m cross join lateral (
      select patient_id, ${RANK} as rank from patient_tokens
      where org_id = ${orgId} and kind = m.kind and token >= m.low and token <= m.high ${each.tokens}) as hit where m.${which}
    union all select b.word, hit.patient_id, ${RANK_OF_BIRTH_DATE} from born b cross join lateral (
      select p.id as patient_id from patients p where org_id = ${orgId} and ${BORN} ${each.dates}) as hit where b.${which}`;
const whole = { tokens: SEPARATE, dates: SEPARATE };
const RARE = sql`limit ${given('rare')}::int`;
const upToRare = { tokens: RARE, dates: RARE };

/** The best matches, as common table expressions `raw` and `hits (patient_id, rank)`. */
interface Way {
  name: string;
  hits: SQL;
}

const best = (name: string, raw: SQL, inSight: SQL): Way => ({
  name,
  hits: sql`${MEANINGS}, raw as materialized (${raw}),
    hits as materialized (select patient_id, min(rank)::int as rank from raw where ${inSight} group by patient_id order by rank, patient_id limit ${given('most')}::int)`,
});

/** Reads one word's ranges in index order, each up to the limit; exact forms come first. */
const inIndexOrder = (limit: number, inSight: (patientId: SQL) => SQL): Way => {
  const upTo = sql`limit ${literalLimit(limit)}`;
  const each = {
    tokens: sql`and ${inSight(sql`patient_tokens.patient_id`)} order by token, patient_id ${upTo}`,
    dates: sql`and ${inSight(sql`p.id`)} order by birth_date, id ${upTo}`,
  };
  return best(`one_word_${limit}`, ranges(sql`word >= 0`, each), sql`true`);
};

/** The rarest word selects the candidates, whose tokens are then compared with the other words. */
const fromRarest = (inSight: SQL): Way =>
  best(
    'from_rarest',
    sql`select c.patient_id, greatest(c.rank, others.rank) as rank
      from (select patient_id, min(rank) as rank from (${ranges(sql`word = ${given('rarest')}::int`, whole)}) as hit group by patient_id) as c
      cross join lateral (select max(rank) as rank, count(*) as words from (
        select word, min(rank) as rank from (
          select m.word, ${RANK} as rank
          from (select kind, token from patient_tokens where org_id = ${orgId} and patient_id = c.patient_id ${SEPARATE}) as t
          join meaning m on m.kind = t.kind and t.token >= m.low and t.token <= m.high
          union all select b.word, ${RANK_OF_BIRTH_DATE} from born b
          cross join lateral (select 1 from patients where org_id = ${orgId} and id = c.patient_id and ${BORN} ${SEPARATE}) as hit
        ) as hit where word <> ${given('rarest')}::int group by word) as best_of_word) as others
      where others.words = ${given('words')}::int - 1`,
    inSight,
  );

const intersected = (inSight: SQL): Way =>
  best(
    'intersected',
    sql`select patient_id, max(rank) as rank
      from (select patient_id, word, min(rank) as rank from (${ranges(sql`word >= 0`, whole)}) as hit group by patient_id, word) as best_of_word
      group by patient_id having count(*) = ${given('words')}::int`,
    inSight,
  );

/** Sorts narrow rows and reads whole rows only for the page. */
const readPage = (tx: Tx, hits: SQL, conditions: SQL) =>
  tx
    .select({
      patient: patients,
      rank: sql<number>`found.rank`,
      hits: sql<number>`found.hits`,
      read: sql<number>`found.read`,
    })
    .from(
      sql`(with ${hits}, shown as (
        select hits.patient_id as id, hits.rank, row_number() over (order by hits.rank, ${patients.familyKey}, ${patients.givenKey}, ${patients.id}) as place
        from hits cross join lateral (select * from ${patients} where ${patients.orgId} = ${orgId} and ${patients.id} = hits.patient_id ${SEPARATE}) as ${patients}
        where ${conditions} order by place limit ${given('rows')}::int)
      select * from (${FIGURES}) as figures left join shown on true) as found`,
    )
    .leftJoinLateral(
      tx
        .select()
        .from(patients)
        .where(and(eq(patients.orgId, orgId), eq(patients.id, sql`found.id`)))
        .limit(literalLimit(1))
        .as('patients'),
      sql`true`,
    )
    .orderBy(sql`found.place`);

const anyone = () => sql`true`;
const FIRST_LIMIT = 2 * SEARCH_CAP;
const inSightOfAll = and(eq(patients.orgId, orgId), isNull(patients.deletedAt))!;
const named = (way: Way) =>
  [
    way.name,
    prepared<Values, Found>(`search_patients_${way.name}`, (tx) => readPage(tx, way.hits, inSightOfAll)),
  ] as const;
type Found = Awaited<ReturnType<typeof readPage>>;

/**
 * Of searches without filters. Not `intersected`: it reads so many rows that a plan for their number is worth its time.
 */
const FIRST_PAGE = new Map([named(inIndexOrder(FIRST_LIMIT, anyone)), named(fromRarest(sql`true`))]);

/**
 * A word with fewer hits than `rare` selects the candidates. Tests lower it, to cover all strategies with few patients.
 */
export const searchWays = { rare: 4_000 };

/**
 * The work depends on the number of hits, not on the size of the organization: a single word is read in index order until
 * there are enough patients; of several words the rarest selects the candidates; several common ones are intersected.
 * Sorted before the cap, so that an exact match is never left out.
 */
async function untilEnough<Row extends Figures>(
  tx: Tx,
  ctx: Context,
  { terms, conditions, isFiltered }: Search,
  most: number,
  read: (way: Way, values: Values) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const values = { ...searchValues(terms), orgId: ctx.actor.orgId, words: terms.length, rarest: 0, most };
  // Tokens exist only for patients who are neither deleted nor merged; other conditions need the patient's row.
  const inSight = (patientId: SQL) =>
    isFiltered
      ? sql`${patientId} in (select ${patients.id} from ${patients} where ${and(...conditions, sql`${patients.id} = ${patientId}`)})`
      : sql`true`;
  if (terms.length > 1) {
    const sizes = await sizesOf(tx, values, terms.length);
    const rarest = sizes.indexOf(Math.min(...sizes));
    const way = sizes[rarest]! < searchWays.rare ? fromRarest : intersected;
    return read(way(inSight(sql`patient_id`)), { ...values, rarest });
  }
  for (let limit = FIRST_LIMIT; ; limit *= 8) {
    const rows = await read(inIndexOrder(limit, inSight), values);
    const figures = rows[0]!;
    if (figures.hits >= most || figures.read < limit) return rows;
  }
}

const countHits = prepared<Values & { rare: number }, { word: number; size: number }[]>(
  'count_search_hits',
  (tx) =>
    tx
      .select({ word: sql<number>`word`, size: sql<number>`size` })
      .from(
        sql`(with ${MEANINGS} select word, count(*)::int as size from (${ranges(sql`word >= 0`, upToRare)}) as hit group by word) as sizes`,
      ),
);

/** Number of hits per word, counted up to `rare`. */
async function sizesOf(tx: Tx, values: Values, words: number): Promise<number[]> {
  const found = await countHits(tx, { ...values, rare: searchWays.rare });
  const sizes = new Map(found.map(({ word, size }) => [word, size]));
  return Array.from({ length: words }, (_, word) => sizes.get(word) ?? 0);
}
