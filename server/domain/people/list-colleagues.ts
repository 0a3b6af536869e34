import { asc, eq } from 'drizzle-orm';
import { memberships, users } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { caseless } from '../../shared/list-filters';
import type { ColleagueList } from './contract';
import { isActiveSigner } from './access';

const MOST = 1000;

/**
 * Active clinicians and administrators who can cover for someone: names and roles, no addresses. Viewers read the name of
 * a patient's primary clinician here.
 */
export function listColleagues(ctx: Context): Promise<ColleagueList> {
  return perform(ctx, { action: 'list_colleagues', kind: 'list', peopleOnly: true }, async (tx) => {
    const rows = await tx
      .select({ id: users.id, name: users.name, role: memberships.role })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(isActiveSigner(ctx))
      .orderBy(asc(caseless(users.name)), asc(users.id))
      .limit(MOST + 1);
    const data = rows.slice(0, MOST).map((row) => ({ ...row, id: showId('user', row.id) }));
    return {
      output: { object: 'list' as const, data, has_more: rows.length > MOST, next_cursor: null },
      audit: { objectKind: 'user', detail: { count: data.length } },
    };
  });
}
