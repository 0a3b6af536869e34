import { and, desc, eq, lt } from 'drizzle-orm';
import { invitations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { MANAGE } from './access';
import type { InvitationList, ListInvitationsInput } from './contract';
import { presentInvitation, type InvitationRow } from './present';

/** Lists invitations in all states, newest first. @throws DomainError `invalid_cursor` */
export function listInvitations(ctx: Context, input: ListInvitationsInput): Promise<InvitationList> {
  return perform(ctx, { action: 'list_invitations', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<InvitationRow>(ctx, 'invitations', input);
    const after = page.after?.[0];
    const rows = await tx
      .select()
      .from(invitations)
      .where(
        and(eq(invitations.orgId, ctx.actor.orgId), after ? lt(invitations.id, String(after)) : undefined),
      )
      .orderBy(desc(invitations.id))
      .limit(page.limit + 1);
    const output = page.close(rows, (row) => [row.id], presentInvitation);
    return { output, audit: { objectKind: 'invitation', detail: { count: output.data.length } } };
  });
}
