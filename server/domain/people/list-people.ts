import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { memberships, users } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { MANAGE, type Member } from './access';
import type { ListPeopleInput, PersonList } from './contract';
import { lastSignIns, presentMember } from './present';

/** Lists current or former members by name. @throws DomainError `invalid_cursor` */
export function listPeople(ctx: Context, input: ListPeopleInput): Promise<PersonList> {
  return perform(ctx, { action: 'list_people', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<Member>(ctx, 'people', input);
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
          page.after ? sql`(${users.name}, ${users.id}) > (${String(name)}, ${String(id)}::uuid)` : undefined,
        ),
      )
      .orderBy(asc(users.name), asc(users.id))
      .limit(page.limit + 1);
    const last = await lastSignIns(
      tx,
      ctx,
      rows.map(({ user }) => user.id),
    );
    const output = page.close(
      rows,
      ({ user }) => [user.name, user.id],
      (member) => presentMember(member, last.get(member.user.id)),
    );
    return { output, audit: { objectKind: 'user', detail: { count: output.data.length } } };
  });
}
