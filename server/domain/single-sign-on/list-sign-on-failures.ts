import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { signOnFailures } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { idTime, lowestIdAt } from '../../shared/ids';
import { perform } from '../../shared/perform';
import type { ListSignOnFailuresInput, SignOnFailureList } from './contract';
import { MOST_FAILURES } from './failures';

/** Newest first. */
export function listSignOnFailures(
  ctx: Context,
  { since, until }: ListSignOnFailuresInput = {},
): Promise<SignOnFailureList> {
  const operation = {
    action: 'list_sign_on_failures',
    kind: 'list',
    role: 'auditor',
    peopleOnly: true,
  } as const;
  return perform(ctx, operation, async (tx) => {
    const rows = await tx
      .select()
      .from(signOnFailures)
      .where(
        and(
          eq(signOnFailures.orgId, ctx.actor.orgId),
          since ? gte(signOnFailures.id, lowestIdAt(new Date(since))) : undefined,
          until ? lt(signOnFailures.id, lowestIdAt(new Date(until))) : undefined,
        ),
      )
      .orderBy(desc(signOnFailures.id))
      .limit(MOST_FAILURES);
    const data = rows.map((row) => ({
      at: idTime(row.id).toISOString(),
      reason: row.reason,
      detail: row.detail,
      error: row.error,
      error_description: row.errorDescription,
      ip: row.ip,
      request_id: row.requestId,
    }));
    return {
      output: { object: 'list' as const, data, has_more: false, next_cursor: null },
      audit: { objectKind: 'organization', objectId: ctx.actor.orgId, detail: { count: data.length } },
    };
  });
}
