import { perform } from '../act';
import type { Context } from '../context';
import { SIGN } from './access';
import type { InboxMark } from './contract';
import { listsOf, markOf } from './inbox-query';
import type { InboxScope } from './rules';

/** Whether a list that somebody is looking at is still the newest one; names nobody. */
export function getInboxMark(ctx: Context, input: { scope: InboxScope }): Promise<InboxMark> {
  return perform(ctx, { action: 'get_inbox_mark', kind: 'read', ...SIGN }, async (tx) => {
    const now = new Date();
    const { which } = await listsOf(tx, ctx, now);
    const mark = await markOf(tx, ctx, which[input.scope]);
    return {
      output: { object: 'inbox_mark' as const, mark, as_of: now.toISOString() },
      audit: { objectKind: 'lab_result', detail: { scope: input.scope } },
    };
  });
}
