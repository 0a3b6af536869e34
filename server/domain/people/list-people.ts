import { and, asc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { factorStatuses, type FactorStatus } from '../../auth/factors';
import { memberships, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { caseless } from '../../shared/list-filters';
import { openPage, type CursorValue } from '../../shared/paging';
import { MANAGE, type Member } from './access';
import type { ListPeopleInput, PersonList } from './contract';
import { lastSignIns, presentMember } from './present';

/** Rows to read at once for a filter by second factor, which SQL cannot apply. */
const FILTERED_ROWS = 500;

const matches = (q: string | undefined): SQL[] =>
  (q?.match(/\S+/g) ?? []).map(
    (word) => sql`position(lower(${word}) in lower(${users.name} || ' ' || ${users.email})) > 0`,
  );

/** Lists current or former members by name, with their second factors. @throws DomainError `invalid_cursor` */
export function listPeople(ctx: Context, input: ListPeopleInput): Promise<PersonList> {
  return perform(ctx, { action: 'list_people', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<Member>(ctx, 'people_caseless', input);
    const { state, second_factor: wanted } = input;
    const most = page.limit + 1;
    const size = wanted ? FILTERED_ROWS : most;
    const rows: Member[] = [];
    const factors = new Map<string, FactorStatus>();
    for (let after = page.after; ;) {
      const found = await membersAfter(tx, ctx, input, { after, size });
      const ids = found.map(({ user }) => user.id);
      const statuses = await factorStatuses(tx, ctx.actor.orgId, state === 'active' ? ids : []);
      for (const [id, status] of statuses) factors.set(id, status);
      rows.push(...found.filter(({ user }) => !wanted || factors.get(user.id) === wanted));
      const last = found.at(-1)?.user;
      if (!last || found.length < size || rows.length >= most) break;
      after = [last.name, last.id];
    }
    rows.splice(most);
    const last = await lastSignIns(
      tx,
      ctx,
      rows.map(({ user }) => user.id),
    );
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

function membersAfter(
  tx: Tx,
  ctx: Context,
  { state, q, role }: ListPeopleInput,
  { after, size }: { after: CursorValue[] | null; size: number },
): Promise<Member[]> {
  const [name, id] = after ?? [];
  return tx
    .select({
      membership: memberships,
      user: { id: users.id, name: users.name, email: users.email, disabledAt: users.disabledAt },
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.orgId, ctx.actor.orgId),
        state === 'active' ? isNull(memberships.endedAt) : isNotNull(memberships.endedAt),
        ...matches(q),
        role ? eq(memberships.role, role) : undefined,
        after
          ? sql`(${caseless(users.name)}, ${users.id}) > (lower(${String(name)}), ${String(id)}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(caseless(users.name)), asc(users.id))
    .limit(size);
}
