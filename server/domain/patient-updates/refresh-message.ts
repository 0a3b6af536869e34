import { and, eq, inArray } from 'drizzle-orm';
import { inboundMessages, inboundPatientUpdates } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { MessageState, PatientUpdateState } from '../../data-types/inbound-message-codes';
import { notifyPages } from '../../events/notify-pages';
import type { Context } from '../../shared/context';

/** The worst state of its patients. */
export function stateOfUpdates(states: readonly PatientUpdateState[]): MessageState {
  if (states.includes('conflict')) return 'conflict';
  if (states.includes('unmatched')) return 'unmatched';
  return states.includes('older') ? 'stale' : 'processed';
}

/** Updates the state of a message after one of its patients was decided, and notifies open pages. */
export async function refreshMessageOf(
  tx: Tx,
  ctx: Context,
  { id, messageId }: { id: string; messageId: string },
): Promise<void> {
  const { orgId } = ctx.actor;
  const rows = await tx
    .select({ state: inboundPatientUpdates.state })
    .from(inboundPatientUpdates)
    .where(and(eq(inboundPatientUpdates.orgId, orgId), eq(inboundPatientUpdates.messageId, messageId)));
  await tx
    .update(inboundMessages)
    .set({ state: stateOfUpdates(rows.map(({ state }) => state)) })
    .where(
      and(
        eq(inboundMessages.orgId, orgId),
        eq(inboundMessages.id, messageId),
        inArray(inboundMessages.state, ['processed', 'unmatched', 'conflict', 'stale']),
      ),
    );
  await notifyPages(tx, ctx, 'inbound_patient_update', id);
}
