import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { usersWithFactor } from '../../auth/factors';
import { memberships, userIdentities, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { caseless } from '../../shared/list-filters';
import { openPage } from '../../shared/paging';
import { MANAGE, type Member } from './access';
import type { ListPeopleInput, PersonList } from './contract';
import { lastSignIns, presentMember } from './present';

type SecondFactor = PersonList['data'][number]['second_factor'];

const matches = (q: string | undefined): SQL[] =>
  (q?.match(/\S+/g) ?? []).map(
    (word) => sql`position(lower(${word}) in lower(${users.name} || ' ' || ${users.email})) > 0`,
  );

/** Of current members. A linked account counts only without an own factor. */
async function secondFactors(
  tx: Tx,
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, NonNullable<SecondFactor>>> {
  if (ids.length === 0) return new Map();
  const linked = await tx
    .select({ id: userIdentities.userId })
    .from(userIdentities)
    .where(and(eq(userIdentities.orgId, ctx.actor.orgId), inArray(userIdentities.userId, [...ids])));
  const own = await usersWithFactor(tx, ids);
  const isLinked = new Set(linked.map(({ id }) => id));
  return new Map(ids.map((id) => [id, own.has(id) ? 'on' : isLinked.has(id) ? 'single_sign_on' : 'off']));
}

/** Lists current or former members by name, with their second factors. @throws DomainError `invalid_cursor` */
export function listPeople(ctx: Context, input: ListPeopleInput): Promise<PersonList> {
  return perform(ctx, { action: 'list_people', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<Member>(ctx, 'people_caseless', input);
    const [name, id] = page.after ?? [];
    const rows: Member[] = await tx
      .select({
        membership: memberships,
        user: { id: users.id, name: users.name, email: users.email, disabledAt: users.disabledAt },
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        and(
          eq(memberships.orgId, ctx.actor.orgId),
          input.state === 'active' ? isNull(memberships.endedAt) : isNotNull(memberships.endedAt),
          ...matches(input.q),
          input.role ? eq(memberships.role, input.role) : undefined,
          page.after
            ? sql`(${caseless(users.name)}, ${users.id}) > (lower(${String(name)}), ${String(id)}::uuid)`
            : undefined,
        ),
      )
      .orderBy(asc(caseless(users.name)), asc(users.id))
      .limit(page.limit + 1);
    const ids = rows.map(({ user }) => user.id);
    const last = await lastSignIns(tx, ctx, ids);
    const factors = await secondFactors(tx, ctx, input.state === 'active' ? ids : []);
    const output = page.close(
      rows,
      ({ user }) => [user.name, user.id],
      (member) => ({
        ...presentMember(member, last.get(member.user.id)),
        second_factor: factors.get(member.user.id) ?? null,
      }),
    );
    return { output, audit: { objectKind: 'user', detail: { count: output.data.length } } };
  });
}
