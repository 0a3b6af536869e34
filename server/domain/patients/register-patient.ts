import { and, eq, isNull } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../act';
import type { Context } from '../context';
import { fieldError } from '../errors';
import type { Patient, RegisterPatientInput } from './contract';
import { makePatient } from './create-patient';
import { isLikelySame } from './find-duplicates';
import { presentPatient } from './present';
import { nameKey } from './search-terms';

/**
 * Portal: creates a patient as people do. When somebody of the same name and birth date exists, a reason is needed, and
 * it is kept in the audit. A help against mistakes, so two people who do it at the same moment are not held apart.
 * @throws DomainError those of `createPatient`; `validation_failed` without the reason
 */
export function registerPatient(
  ctx: Context,
  { duplicate_reason, ...input }: RegisterPatientInput,
): Promise<Patient> {
  return perform(
    ctx,
    { action: 'register_patient', kind: 'write', scope: 'patients:write', peopleOnly: true },
    async (tx) => {
      const isLikelyDouble = await hasLikelySame(tx, ctx, input);
      if (isLikelyDouble && !duplicate_reason)
        throw fieldError(
          '/duplicate_reason',
          'required',
          'must be given: a patient of this name and birth date exists already',
        );
      const row = await makePatient(tx, ctx, input);
      return {
        output: presentPatient(row),
        audit: {
          ...{ objectKind: 'patient', objectId: row.id, patientIds: [row.id] },
          ...(isLikelyDouble ? { detail: { reason: duplicate_reason } } : {}),
        },
      };
    },
  );
}

async function hasLikelySame(
  tx: Tx,
  ctx: Context,
  { name, birth_date }: Pick<RegisterPatientInput, 'name' | 'birth_date'>,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: patients.id })
    .from(patients)
    .where(
      and(
        eq(patients.orgId, ctx.actor.orgId),
        isNull(patients.deletedAt),
        isLikelySame(nameKey(name.family), nameKey(...name.given), birth_date),
      ),
    )
    .limit(1);
  return found !== undefined;
}
