import { and, eq, gt, inArray, notInArray } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { inboundPatientUpdates, patientFeeds } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { DECIDE, lockUpdate, type UpdateRow } from './access';
import type { ReturnedPatientUpdate, ReturnPatientUpdateInput } from './contract';
import { readSituation } from './read-situation';
import { readInboundAdt } from './read-update';
import { refreshMessageOf } from './refresh-message';
import { heldState, NOT_OF_ONE_PATIENT, OPEN_STATES, type UpdateProblem } from './rules';

/**
 * Returns rejected patient data, or a closed request, to the state they had before, unless the hospital has sent newer data of the patient:
 * applying the rejected ones would overwrite them.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function returnPatientUpdate(
  ctx: Context,
  input: ReturnPatientUpdateInput,
): Promise<ReturnedPatientUpdate> {
  return perform(ctx, { action: 'return_patient_update', kind: 'write', ...DECIDE }, async (tx) => {
    await lockThing(tx, 'patient_feed', ctx.actor.orgId);
    const row = await lockUpdate(tx, ctx, input.id, ['dismissed']);
    if (await hasNewerData(tx, ctx, row)) throw new DomainError('invalid_state', NEWER_DATA);
    const state = heldState(row.problem as UpdateProblem);
    await tx
      .update(inboundPatientUpdates)
      .set({ state, outcome: null, decidedBy: null, decidedAt: null, reason: null })
      .where(and(eq(inboundPatientUpdates.orgId, ctx.actor.orgId), eq(inboundPatientUpdates.id, row.id)));
    await refreshMessageOf(tx, ctx, row);
    return {
      output: { id: showId('inbound_patient_update', row.id), state },
      audit: {
        objectKind: 'inbound_patient_update',
        objectId: row.id,
        patientIds: row.candidates,
        detail: { state, before: row.state },
      },
    };
  });
}

const NEWER_DATA = 'This data cannot be returned: newer data of this patient was received since.';

/** Held, rejected or in a chart. Of one patient only: a request to merge or delete records is not replaced by it. */
async function hasNewerData(tx: Tx, ctx: Context, row: UpdateRow): Promise<boolean> {
  const { orgId } = ctx.actor;
  const message = await readInboundAdt(tx, ctx, row.messageId);
  if ((NOT_OF_ONE_PATIENT as readonly (string | null)[]).includes(row.problem)) return false;
  const { found } = await readSituation(tx, ctx, message, row.position);
  const named = [...found.byMrn, ...found.byIdentifier].map(({ id }) => id);
  const fed = await tx
    .select({ id: patientFeeds.patientId })
    .from(patientFeeds)
    .where(
      and(
        eq(patientFeeds.orgId, orgId),
        eq(patientFeeds.connectionId, row.connectionId),
        inArray(patientFeeds.patientId, [...new Set([...named, ...row.candidates])]),
        gt(patientFeeds.newestAt, row.sentAt),
      ),
    )
    .limit(1);
  if (fed.length > 0 || row.mrn === null) return fed.length > 0;
  const held = await tx
    .select({ id: inboundPatientUpdates.id })
    .from(inboundPatientUpdates)
    .where(
      and(
        eq(inboundPatientUpdates.orgId, orgId),
        eq(inboundPatientUpdates.connectionId, row.connectionId),
        eq(inboundPatientUpdates.mrn, row.mrn),
        inArray(inboundPatientUpdates.state, [...OPEN_STATES, 'dismissed']),
        notInArray(inboundPatientUpdates.problem, [...NOT_OF_ONE_PATIENT]),
        gt(inboundPatientUpdates.sentAt, row.sentAt),
      ),
    )
    .limit(1);
  return held.length > 0;
}
