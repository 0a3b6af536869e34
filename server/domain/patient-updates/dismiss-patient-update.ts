import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DECIDE, lockUpdate, mayClose } from './access';
import type { DecidedPatientUpdate, DismissPatientUpdateInput } from './contract';
import { recordDecision } from './decide';

/**
 * Rejects data or a merge, or closes another request of the hospital. Changes no record. Later messages with the same data about the same MRN are ignored, unless the update is returned with
 * `returnPatientUpdate`.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function dismissPatientUpdate(
  ctx: Context,
  input: DismissPatientUpdateInput,
): Promise<DecidedPatientUpdate> {
  return perform(ctx, { action: 'dismiss_patient_update', kind: 'write', ...DECIDE }, async (tx) => {
    const row = await lockUpdate(tx, ctx, input.id);
    const outcome = (await mayClose(tx, ctx, row)) ? ('closed' as const) : null;
    return recordDecision(tx, ctx, row, { state: 'dismissed', outcome, reason: input.reason });
  });
}
