import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { labResults, patients } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { absentPeople, signers, type ReportRow } from './access';
import type { InboxCounts } from './contract';
import { COUNTED, INBOX_GROUPS, rankOf, type InboxAge, type InboxGroup, type InboxScope } from './rules';

export interface Lists {
  which: Record<InboxScope, SQL | undefined>;
  /** Critical, and either the actor's own or unassigned. */
  urgent: SQL | undefined;
  /** Users for whom the actor covers (UUID). */
  absent: string[];
}

/** Omits deleted patients, and reports whose newest version is signed. */
export const openOf = (ctx: Context) =>
  and(eq(labResults.orgId, ctx.actor.orgId), isNotNull(labResults.inboxRank), isNull(patients.deletedAt));

export const ofPatient = and(eq(patients.orgId, labResults.orgId), eq(patients.id, labResults.patientId));

export async function listsOf(tx: Tx, ctx: Context, now: Date): Promise<Lists> {
  const absent = await absentPeople(tx, ctx, now);
  const able = (await signers(tx, ctx)).map(({ id }) => id);
  const of = (people: string[]) =>
    people.length === 0 ? sql`false` : inArray(labResults.reviewerId, people);
  const noOneAble = able.length === 0 ? sql`true` : notInArray(labResults.reviewerId, able);
  const which: Lists['which'] = {
    // An escalated critical value is in every user's inbox.
    mine: or(
      of([...(ctx.actor.id ? [ctx.actor.id] : []), ...absent]),
      isNotNull(labResults.criticalEscalatedAt),
    ),
    delegated: of(absent),
    unassigned: or(isNull(labResults.reviewerId), noOneAble),
    everyone: undefined,
  };
  return { absent, which, urgent: and(or(which.mine, which.unassigned), isCritical) };
}

/** The list that contains an urgent report. */
export const scopeOf = (
  ctx: Context,
  { absent }: Lists,
  { reviewerId, criticalEscalatedAt }: Pick<ReportRow, 'reviewerId' | 'criticalEscalatedAt'>,
): InboxScope =>
  criticalEscalatedAt !== null || [ctx.actor.id, ...absent].includes(reviewerId ?? '')
    ? 'mine'
    : 'unassigned';

export const isCritical = eq(labResults.inboxRank, rankOf('critical'));

/** Order of critical reports in each list: the longest unsigned is the most overdue. */
export const MOST_OVERDUE_FIRST = [sql`${labResults.criticalSince} asc nulls last`, asc(labResults.id)];

/** Critical reports that follow one of them in that order. */
export const overdueAfter = (since: string | null, id: string): SQL =>
  since === null
    ? sql`(${labResults.criticalSince} is null and ${labResults.id} > ${id}::uuid)`
    : sql`((${labResults.criticalSince}, ${labResults.id}) > (${since}::timestamptz, ${id}::uuid) or ${labResults.criticalSince} is null)`;

const DAY_MS = 86_400_000;

/** Filters by kind and age; the age is that of the newest version. */
export function filterOf(
  { kind, age }: { kind?: InboxGroup | undefined; age?: InboxAge | undefined },
  now: Date,
): SQL | undefined {
  const ago = (days: number) => sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`;
  const aged: Record<InboxAge, () => SQL> = {
    up_to_1: () => sql`${labResults.issuedAt} >= ${ago(1)}`,
    over_1: () => sql`${labResults.issuedAt} < ${ago(1)}`,
    over_3: () => sql`${labResults.issuedAt} < ${ago(3)}`,
    over_7: () => sql`${labResults.issuedAt} < ${ago(7)}`,
  };
  return and(kind && eq(labResults.inboxRank, rankOf(kind)), age && aged[age]());
}

const some = (tx: Tx, ctx: Context, which: SQL | undefined) =>
  tx
    .select({
      id: labResults.id,
      version: labResults.version,
      rank: labResults.inboxRank,
      reviewer: labResults.reviewerId,
      patient: labResults.patientId,
    })
    .from(labResults)
    .innerJoin(patients, ofPatient)
    .where(and(openOf(ctx), which))
    .limit(COUNTED + 1)
    .as('open_reports');

/** Counts up to `COUNTED` + 1. */
export async function countOpen(tx: Tx, ctx: Context, which: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(some(tx, ctx, which));
  return row?.count ?? 0;
}

/** Counts the patients of up to `COUNTED` + 1 reports. */
export async function countPatients(tx: Tx, ctx: Context, which: SQL | undefined): Promise<number> {
  const open = some(tx, ctx, which);
  const [row] = await tx.select({ count: sql<number>`count(distinct ${open.patient})::int` }).from(open);
  return row?.count ?? 0;
}

/** The number of reports of each kind, up to `COUNTED` + 1, in one statement. */
export async function countKinds(
  tx: Tx,
  ctx: Context,
  which: SQL | undefined,
): Promise<Record<InboxGroup, number>> {
  const ofKind = some(tx, ctx, and(which, eq(labResults.inboxRank, sql`kinds.rank`)));
  const rows = await tx
    .select({ rank: sql<number>`kinds.rank`, count: sql<number>`(select count(*)::int from ${ofKind})` })
    .from(sql`generate_series(1, ${INBOX_GROUPS.length}::int) as kinds(rank)`);
  const byRank = new Map(rows.map(({ rank, count }) => [rank, count]));
  return Object.fromEntries(INBOX_GROUPS.map((group) => [group, byRank.get(rankOf(group)) ?? 0])) as Record<
    InboxGroup,
    number
  >;
}

export async function countLists(tx: Tx, ctx: Context, { which, urgent }: Lists): Promise<InboxCounts> {
  const [mine, delegated, unassigned, everyone, critical, mine_critical, unassigned_critical] =
    await together(
      countOpen(tx, ctx, which.mine),
      countOpen(tx, ctx, which.delegated),
      countOpen(tx, ctx, which.unassigned),
      countOpen(tx, ctx, which.everyone),
      countOpen(tx, ctx, urgent),
      countOpen(tx, ctx, and(which.mine, isCritical)),
      countOpen(tx, ctx, and(which.unassigned, isCritical)),
    );
  return { mine, delegated, unassigned, everyone, critical, mine_critical, unassigned_critical };
}

/** Changes whenever one of the reports is signed, reassigned or filed. */
export async function markOf(tx: Tx, ctx: Context, which: SQL | undefined): Promise<string> {
  const open = some(tx, ctx, which);
  const [row] = await tx
    .select({
      mark: sql<string>`coalesce(md5(string_agg(${open.id}::text || ${open.version} || ${open.rank} || coalesce(${open.reviewer}::text, ''), ',' order by ${open.id})), 'none')`,
    })
    .from(open);
  return row!.mark;
}
