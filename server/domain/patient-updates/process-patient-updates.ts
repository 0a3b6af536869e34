import { and, eq } from 'drizzle-orm';
import { inboundMessages } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import type { MessageState, PatientUpdateState } from '../../data-types/inbound-message-codes';
import type { Context } from '../../shared/context';
import { linksRecords } from '../../hl7v2/adt-events';
import { Warnings } from '../../hl7v2/warnings';
import { processPatientUpdate } from './process-patient-update';
import { readInboundAdt } from './read-update';
import { stateOfUpdates } from './refresh-message';

/**
 * Processes an acknowledged message of a hospital feed. Each patient has its own transaction; repeating a finished one
 * has no effect.
 * @param messageId `uuid`
 */
export async function processPatientUpdates(ctx: Context, messageId: string): Promise<MessageState> {
  const { orgId } = ctx.actor;
  const message = await withTenant(orgId, (tx) => readInboundAdt(tx, ctx, messageId));
  const states: PatientUpdateState[] = [];
  const { event, people } = message.adt;
  // A link is one request, although each record has a PID.
  for (const position of [...people.keys()].slice(0, linksRecords(event) ? 1 : undefined))
    states.push(await processPatientUpdate(ctx, message, position));
  const state = message.row.isTest ? 'test' : stateOfUpdates(states);
  const all = new Warnings();
  all.addAll(message.row.warnings);
  all.addAll(message.adt.warnings.list);
  await withTenant(orgId, (tx) =>
    tx
      .update(inboundMessages)
      .set({ state, warnings: all.list, failure: null, finishedAt: new Date() })
      .where(and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, messageId))),
  );
  return state;
}
