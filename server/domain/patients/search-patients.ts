import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../context';
import type { CursorValue } from '../paging';
import type { PatientRow } from './access';
import { readSearch, type Term } from './search-terms';

/** Candidates per search; beyond that the words are too common to be useful. */
const CANDIDATES = 500;

/**
 * Patients that fit every word of `q`. Rank: 1 exact MRN, 2 exact name, 3 beginning of a name or birth date,
 * 4 identifier, 5 phone; within a rank by name.
 */
export async function searchPatients(
  tx: Tx,
  ctx: Context,
  q: string,
  conditions: SQL[],
  page: { limit: number; after: CursorValue[] | null },
): Promise<(PatientRow & { rank: number })[]> {
  const terms = readSearch(q);
  if (terms.length === 0) return [];
  const sets = terms.map((term) => sql`(${matches(ctx, term)})`);
  const fits = sql.join(
    sets.map((set, index) => sql`select patient_id, rank, ${index}::int as word from ${set} as hit`),
    sql` union all `,
  );
  const hits = tx
    .select({
      patientId: sql<string>`patient_id`.as('hit_id'),
      rank: sql<number>`max(best)::int`.as('hit_rank'),
    })
    .from(
      sql`(select patient_id, word, min(rank) as best from (${fits}) every group by patient_id, word) as words`,
    )
    .groupBy(sql`patient_id`)
    .having(sql`count(*) = ${terms.length}`)
    .limit(CANDIDATES)
    .as('hits');
  const after = page.after;
  const rows = await tx
    .select({ ...getTableColumns(patients), rank: hits.rank })
    .from(hits)
    .innerJoin(patients, and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, hits.patientId)))
    .where(
      and(
        ...conditions,
        after
          ? sql`(${hits.rank}, ${patients.familyKey}, ${patients.givenKey}, ${patients.id}) > (${after[0]}::int, ${after[1]}, ${after[2]}, ${after[3]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(hits.rank), asc(patients.familyKey), asc(patients.givenKey), asc(patients.id))
    .limit(page.limit + 1);
  return rows;
}

/** One word: (patient, rank) pairs. Each branch is an index range of `patient_tokens` or of birth dates. */
function matches(ctx: Context, term: Term): SQL {
  const branches: SQL[] = [];
  const { orgId } = ctx.actor;
  const tokens = (kind: string, prefix: string, exact: number, begins: number) =>
    sql`select patient_id, case when token = ${prefix} then ${exact}::int else ${begins}::int end as rank from patient_tokens where org_id = ${orgId} and kind = ${kind} and token >= ${prefix} and token < ${prefix + '\u{10FFFF}'}`;
  if (term.name) branches.push(tokens('name', term.name, 2, 3));
  if (term.number) branches.push(tokens('mrn', term.number, 1, 3), tokens('identifier', term.number, 4, 4));
  if (term.phone) branches.push(tokens('phone', term.phone, 5, 5));
  for (const date of term.birthDates ?? [])
    branches.push(
      sql`select id as patient_id, 3 as rank from patients where org_id = ${orgId} and birth_date = ${date} and deleted_at is null`,
    );
  if (branches.length === 0) return sql`select null::uuid as patient_id, 9 as rank where false`;
  return sql.join(branches, sql` union all `);
}
