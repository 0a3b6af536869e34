import { and, eq, sql } from 'drizzle-orm';
import { labObservations, pinnedTests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import { findPatient } from '../patients/access';
import { ofPatient } from './history';
import type { PinnedTestInput, PinnedTestState } from './history-contract';
import { pinnedKeys } from './pinned';
import { MOST_PINNED } from './rules';

/**
 * Portal: pins a test to the first page of the patient's chart, for all users of the organization.
 * @throws DomainError `not_found` (patient or test), `invalid_state` (limit reached)
 */
export function pinTest(ctx: Context, input: PinnedTestInput): Promise<PinnedTestState> {
  return perform(
    ctx,
    { action: 'pin_test', kind: 'write', scope: 'labs:read', role: 'clinician', peopleOnly: true },
    async (tx) => {
      // Locked, so that concurrent requests cannot exceed the limit.
      const patient = await findPatient(tx, ctx, input.patient_id, { lock: true });
      const [value] = await tx
        .select({ one: sql`1` })
        .from(labObservations)
        .where(and(ofPatient(ctx, patient.id), eq(labObservations.testKey, input.test_key)))
        .limit(1);
      if (!value) throw notFound();
      const pinned = await pinnedKeys(tx, ctx, patient.id);
      if (!pinned.includes(input.test_key)) {
        if (pinned.length >= MOST_PINNED)
          throw new DomainError('invalid_state', `${MOST_PINNED} tests are pinned. Unpin one first.`);
        await tx.insert(pinnedTests).values({
          orgId: ctx.actor.orgId,
          patientId: patient.id,
          testKey: input.test_key,
          createdAt: new Date(),
          createdBy: actorName(ctx.actor),
        });
      }
      return {
        output: { test_key: input.test_key, pinned: true },
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
