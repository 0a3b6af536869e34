import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { auditEvents, memberships, organizations, patients, users } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { lowestIdAt, showId } from '../../shared/ids';
import { isAtNight, isOfOpenedChart } from '../audit-log/access';
import type { PatientRow } from '../patients/access';
import { nameKey } from '../patients/search-terms';
import { MANY_CHARTS, MOST_OF_SIGN, type AccessSign } from './rules';

export interface FoundAccess {
  sign: AccessSign;
  userId: string;
  userName: string;
  patient: PatientRow | null;
  count: number;
  firstAt: string;
  lastAt: string;
}

/** By sign, the newest first; at most `MOST_OF_SIGN` of each. */
export async function findUnusualAccess(tx: Tx, ctx: Context, since: Date): Promise<FoundAccess[]> {
  const opened = openedSince(ctx, since);
  const found = await together(
    byName(tx, ctx, opened),
    manyCharts(tx, ctx, opened),
    chartsAtNight(tx, ctx, opened),
  );
  return found.flat();
}

/** The bounds of the ID name the partitions, and the actor contains the user's ID. */
const openedSince = ({ actor: { orgId } }: Context, since: Date): SQL => sql`(
  select actor, patient_ids[1] as patient_id, at from audit_events
  where org_id = ${orgId} and id >= ${lowestIdAt(since)}::uuid and ${isOfOpenedChart(auditEvents)}) opened`;

interface Member {
  id: string;
  name: string;
}

const membersOf = (tx: Tx, { actor: { orgId } }: Context): Promise<Member[]> =>
  tx
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), isNull(users.disabledAt)));

/** A user has one text as the name: its last word is compared as the family name. */
async function byName(tx: Tx, ctx: Context, opened: SQL): Promise<FoundAccess[]> {
  const members = await membersOf(tx, ctx);
  const known = new Map(members.map((member) => [showId('user', member.id), member]));
  const names = members.map(({ name }) => name.trim().split(/\s+/u));
  const actors = sql.param([...known.keys()]);
  const families = sql.param(names.map((words) => nameKey(words.at(-1)!)));
  const { rows } = await tx.execute<{
    actor: string;
    patient_id: string;
    count: number;
    first_at: string;
    last_at: string;
  }>(
    sql`select opened.actor, opened.patient_id, count(*)::int as count, min(opened.at) as first_at, max(opened.at) as last_at
      from ${opened}
      join unnest(${actors}::text[], ${families}::text[]) as member (actor, family) on member.actor = opened.actor
      join patients p on p.org_id = ${ctx.actor.orgId} and p.id = opened.patient_id and p.family_key = member.family
      group by 1, 2 order by last_at desc limit ${MOST_OF_SIGN * 2}`,
  );
  const charts = await patientsOf(
    tx,
    ctx,
    rows.map(({ patient_id }) => patient_id),
  );
  const found = rows.flatMap((row): FoundAccess[] => {
    const [member, patient] = [known.get(row.actor), charts.get(row.patient_id)];
    if (!member || !patient) return [];
    const given = nameKey(...member.name.trim().split(/\s+/u).slice(0, -1));
    const isOwn = given !== '' && ` ${given} `.includes(` ${patient.givenKey.split(' ', 1)[0]!} `);
    return [
      {
        sign: isOwn ? 'own_chart' : 'same_family_name',
        userId: member.id,
        userName: member.name,
        patient,
        count: row.count,
        firstAt: row.first_at,
        lastAt: row.last_at,
      },
    ];
  });
  const of = (sign: AccessSign) => found.filter((one) => one.sign === sign).slice(0, MOST_OF_SIGN);
  return [...of('own_chart'), ...of('same_family_name')];
}

async function patientsOf(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, PatientRow>> {
  const rows = await tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.orgId, ctx.actor.orgId),
        isNull(patients.deletedAt),
        sql`${patients.id} = any(${sql.param(ids)}::uuid[])`,
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

const zoneOf = ({ actor: { orgId } }: Context): SQL =>
  sql`(select time_zone from ${organizations} where ${organizations.id} = ${orgId})`;

async function counted(tx: Tx, ctx: Context, sign: AccessSign, query: SQL): Promise<FoundAccess[]> {
  const { rows } = await tx.execute<{ actor: string; count: number; first_at: string; last_at: string }>(
    query,
  );
  const known = new Map((await membersOf(tx, ctx)).map((member) => [showId('user', member.id), member]));
  return rows.flatMap(({ actor, count, first_at, last_at }) => {
    const member = known.get(actor);
    return member
      ? [
          {
            sign,
            userId: member.id,
            userName: member.name,
            patient: null,
            count,
            firstAt: first_at,
            lastAt: last_at,
          },
        ]
      : [];
  });
}

const manyCharts = (tx: Tx, ctx: Context, opened: SQL): Promise<FoundAccess[]> =>
  counted(
    tx,
    ctx,
    'many_charts',
    sql`select opened.actor, count(distinct opened.patient_id)::int as count, min(opened.at) as first_at, max(opened.at) as last_at
      from ${opened} group by opened.actor, (opened.at at time zone ${zoneOf(ctx)})::date
      having count(distinct opened.patient_id) > ${MANY_CHARTS} order by last_at desc limit ${MOST_OF_SIGN}`,
  );

const chartsAtNight = (tx: Tx, ctx: Context, opened: SQL): Promise<FoundAccess[]> =>
  counted(
    tx,
    ctx,
    'at_night',
    sql`select opened.actor, count(distinct opened.patient_id)::int as count, min(opened.at) as first_at, max(opened.at) as last_at
      from ${opened}
      where ${isAtNight(sql`opened.at`)}
      group by opened.actor order by last_at desc limit ${MOST_OF_SIGN}`,
  );
