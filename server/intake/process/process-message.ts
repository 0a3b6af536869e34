import { and, eq } from 'drizzle-orm';
import { inboundMessages } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import type { Context } from '../../domain/context';
import type { MessageState, ReportState } from '../../domain/inbound-messages/rules';
import { Warnings, type Warning } from '../hl7v2/warnings';
import { processInboundReport } from './process-inbound-report';
import { readInbound, type InboundMessage } from './read-inbound';

/**
 * What is left to do with a message after it was acknowledged: read, match, file. Each report in a transaction of its
 * own; whatever was done before is done again without effect.
 * @param messageId `uuid`
 */
export async function processMessage(ctx: Context, messageId: string): Promise<MessageState> {
  const { orgId } = ctx.actor;
  const message = await withTenant(orgId, (tx) => readInbound(tx, ctx, messageId));
  const states: ReportState[] = [];
  for (const position of message.normal.reports.keys())
    states.push(await processInboundReport(ctx, message, position));
  const state = stateOf(states);
  await withTenant(orgId, (tx) =>
    tx
      .update(inboundMessages)
      .set({ state, warnings: allWarnings(message), failure: null, finishedAt: new Date() })
      .where(and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, messageId))),
  );
  return state;
}

/** Those of the reception stay beside those of the reading. */
function allWarnings({ row, normal }: InboundMessage): Warning[] {
  const all = new Warnings();
  all.addAll(row.warnings);
  all.addAll(normal.warnings);
  return all.list;
}

/** The worst of its reports. One that was put aside waits for nobody. */
export function stateOf(states: readonly ReportState[]): MessageState {
  if (states.includes('conflict')) return 'conflict';
  return states.includes('unmatched') ? 'unmatched' : 'processed';
}
