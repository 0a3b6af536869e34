import { pinnedTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findPatient } from '../patients/access';
import type { PinnedTestInput, PinnedTestState } from './history-contract';
import { onePinned } from './pinned';

/** Portal: removes a test from the first page of the chart. @throws DomainError `not_found` */
export function unpinTest(ctx: Context, input: PinnedTestInput): Promise<PinnedTestState> {
  return perform(
    ctx,
    { action: 'unpin_test', kind: 'write', scope: 'labs:read', role: 'clinician', peopleOnly: true },
    async (tx) => {
      const patient = await findPatient(tx, ctx, input.patient_id);
      await tx.delete(pinnedTests).where(onePinned(ctx, patient.id, input.test_key));
      return {
        output: { test_key: input.test_key, pinned: false },
        audit: {
          objectKind: 'patient',
          objectId: patient.id,
          patientIds: [patient.id],
          detail: { test: input.test_key },
        },
      };
    },
  );
}
