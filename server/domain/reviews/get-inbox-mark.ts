import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { WORK_INBOX } from './access';
import type { InboxMark } from './contract';
import { countLists, listsOf, markOf } from './inbox-query';
import type { InboxScope } from './rules';

/** Whether an open list is current, and the size of each list; no patient data. */
export function getInboxMark(ctx: Context, input: { scope: InboxScope }): Promise<InboxMark> {
  return perform(ctx, { action: 'get_inbox_mark', kind: 'read', ...WORK_INBOX }, async (tx) => {
    const now = new Date();
    const lists = await listsOf(tx, ctx, now);
    const [mark, counts] = await together(
      markOf(tx, ctx, lists.which[input.scope]),
      countLists(tx, ctx, lists),
    );
    return {
      output: { object: 'inbox_mark' as const, mark, counts, as_of: now.toISOString() },
      audit: { objectKind: 'lab_result', detail: { scope: input.scope } },
    };
  });
}
