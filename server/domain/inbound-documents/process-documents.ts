import { and, eq } from 'drizzle-orm';
import { inboundMessages } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import type { InboundDocumentState, MessageState } from '../../data-types/inbound-message-codes';
import { isMdmType } from '../../hl7v2/mdm-events';
import { Warnings } from '../../hl7v2/warnings';
import type { Context } from '../../shared/context';
import { processInboundDocument } from './process-document';
import { readInboundMdm } from './read-document';
import { stateOfDocuments } from './refresh-message';

/**
 * Processes an acknowledged document message. Each document has its own transaction; repeating a finished one has no
 * effect.
 * @param messageId `uuid`
 * @returns null if the message is not about documents
 */
export async function processDocuments(ctx: Context, messageId: string): Promise<MessageState | null> {
  const { orgId } = ctx.actor;
  const own = and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, messageId));
  const [stored] = await withTenant(orgId, (tx) =>
    tx.select({ type: inboundMessages.messageType }).from(inboundMessages).where(own),
  );
  if (!stored || !isMdmType(stored.type ?? '')) return null;
  const message = await withTenant(orgId, (tx) => readInboundMdm(tx, ctx, messageId));
  const states: InboundDocumentState[] = [];
  for (const position of message.mdm.documents.keys())
    states.push(await processInboundDocument(ctx, message, position));
  const state = message.row.isTest ? 'test' : stateOfDocuments(states);
  const all = new Warnings();
  all.addAll(message.row.warnings);
  all.addAll(message.mdm.warnings.list);
  await withTenant(orgId, (tx) =>
    tx
      .update(inboundMessages)
      .set({ state, warnings: all.list, failure: null, finishedAt: new Date() })
      .where(own),
  );
  return state;
}
