import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findWebhook, MANAGE } from './access';
import type { RedeliverSinceInput, Redeliveries } from './contract';
import { countRepeats } from './repeats';

/** Number of events that `redeliverSince` would send. @throws DomainError `not_found` */
export function countRedeliveries(ctx: Context, input: RedeliverSinceInput): Promise<Redeliveries> {
  return perform(ctx, { action: 'count_redeliveries', kind: 'read', ...MANAGE }, async (tx) => {
    const hook = await findWebhook(tx, ctx, input.id);
    const output = await countRepeats(tx, ctx, hook.id, input);
    const { count } = output;
    return { output, audit: { objectKind: 'webhook', objectId: hook.id, detail: { count } } };
  });
}
