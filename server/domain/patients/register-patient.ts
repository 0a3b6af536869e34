import { and, desc, eq, isNull } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import { resolveMerged, type PatientRow } from './access';
import type { Patient, RegisterPatientInput } from './contract';
import { makePatient, type MakeOptions } from './create-patient';
import { likelySame } from './find-duplicates';
import { presentPatient } from './present';
import { nameKey } from './search-terms';

/**
 * Portal: creates a patient. If an existing one is probably the same person, a reason is required and recorded in the
 * audit log.
 * @throws DomainError those of `createPatient`; `validation_failed` with `patient_ids` without the reason
 */
export function registerPatient(ctx: Context, input: RegisterPatientInput): Promise<Patient> {
  return perform(
    ctx,
    { action: 'register_patient', kind: 'write', scope: 'patients:write', peopleOnly: true },
    async (tx) => {
      const { row, detail } = await makeDistinctPatient(tx, ctx, input);
      return {
        output: presentPatient(row),
        audit: {
          objectKind: 'patient',
          objectId: row.id,
          patientIds: [row.id],
          ...(detail ? { detail } : {}),
        },
      };
    },
  );
}

interface Registered {
  row: PatientRow;
  /** For the audit log: why the patient was created despite a likely duplicate. */
  detail: { reason: string } | null;
}

/** Creates a patient unless an existing one is probably the same person. Throws what `registerPatient` throws. */
export async function makeDistinctPatient(
  tx: Tx,
  ctx: Context,
  { duplicate_reason: reason, ...input }: RegisterPatientInput,
  options: MakeOptions = {},
): Promise<Registered> {
  const duplicates = await likelyDuplicates(tx, ctx, input);
  if (duplicates.length > 0 && !reason)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', {
      errors: [
        {
          pointer: '/duplicate_reason',
          code: 'required',
          message: 'is required because a patient with this birth date and a similar name exists',
        },
      ],
      patient_ids: duplicates.map((id) => showId('patient', id)),
    });
  const row = await makePatient(tx, ctx, input, options);
  return { row, detail: duplicates.length > 0 && reason ? { reason } : null };
}

/** As many as `findDuplicates` returns. */
const MOST = 8;

async function likelyDuplicates(
  tx: Tx,
  ctx: Context,
  { name, birth_date, sex }: Pick<RegisterPatientInput, 'name' | 'birth_date' | 'sex'>,
): Promise<string[]> {
  const { orgId } = ctx.actor;
  // If two users register the same patient at once, the second one sees the first one's record.
  await lockThing(tx, 'register_patient', orgId, birth_date);
  const familyKey = nameKey(name.family);
  const givenKey = nameKey(...name.given);
  const likely = likelySame({ familyKey, givenKey, birthDate: birth_date, sex });
  if (!likely) return [];
  const found = await tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, orgId), isNull(patients.deletedAt), likely))
    .orderBy(desc(patients.id))
    .limit(MOST);
  return (await resolveMerged(tx, ctx, found)).map(({ id }) => id);
}
