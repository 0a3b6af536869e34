import { sql } from 'drizzle-orm';
import { prepared } from '../../db/prepared';
import { databaseTime } from '../../db/clock';
import { patients } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import { newNumber } from '../../shared/check-digit';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { idTime, newId } from '../../shared/ids';
import type { PatientRow } from './access';
import {
  assertDistinctIdentifiers,
  assertReadableNames,
  normalizePhones,
  readClinician,
} from './check-fields';
import type { CreatePatientInput, Patient } from './contract';
import { patientEvent } from './events';
import { CREATED_COLUMNS, createdColumns } from './fields';
import { writeLookups } from './lookups';
import { presentPatient } from './present';
import { nameKey } from './search-terms';

export interface MakeOptions {
  /** Imported, so no webhook events. */
  historical?: boolean;
  /** The hospital assigned the MRN; the user who confirms it needs no admin role. */
  mrnFromFeed?: boolean;
}

/**
 * Creates a patient. If the MRN is absent, one is assigned; users need the admin role to choose one.
 * @throws DomainError `duplicate_mrn`, `duplicate_external_id`, `duplicate_identifier`, `validation_failed`
 */
export function createPatient(
  ctx: Context,
  input: CreatePatientInput,
  options: MakeOptions = {},
): Promise<Patient> {
  return perform(ctx, { action: 'create_patient', kind: 'write', scope: 'patients:write' }, async (tx) => {
    const row = await makePatient(tx, ctx, input, options);
    return {
      output: presentPatient(row),
      audit: { objectKind: 'patient', objectId: row.id, patientIds: [row.id] },
    };
  });
}

/** Inserts the record, its search rows and its event. */
export async function makePatient(
  tx: Tx,
  ctx: Context,
  input: CreatePatientInput,
  options: MakeOptions = {},
): Promise<PatientRow> {
  const { actor } = ctx;
  if (input.mrn && !options.mrnFromFeed && actor.kind === 'user' && actor.role !== 'admin')
    throw fieldError('/mrn', 'not_allowed', 'can only be set by an administrator');
  const identifiers = input.identifiers ?? [];
  assertDistinctIdentifiers(identifiers);
  assertReadableNames(input);
  const id = newId();
  const now = idTime(id);
  const values: NewPatient = {
    ...createdColumns(input),
    orgId: actor.orgId,
    id,
    createdAt: now,
    createdBy: actorName(actor),
    mrn: input.mrn ?? newNumber(),
    familyKey: nameKey(input.name.family),
    givenKey: nameKey(...input.name.given),
    phones: normalizePhones(input.phones ?? [], input.addresses ?? []),
    primaryClinicianId: await readClinician(tx, ctx, input.primary_clinician_id),
    // Events are numbered from 1; imported history has none.
    sequence: options.historical ? 0 : 1,
  };
  const row = await insertPatient(tx, values, !input.mrn);
  const lookups = writeLookups(tx, actor.orgId, id, row, { replace: false });
  if (options.historical) await lookups;
  else await together(lookups, emit(tx, ctx, patientEvent('patient.created', row)));
  return row;
}

async function insertPatient(tx: Tx, values: NewPatient, drawn: boolean): Promise<PatientRow> {
  if (!drawn) return (await insertGiven(tx, values))[0]!;
  // A generated MRN may be taken already; generate another one.
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await insertDrawn(tx, attempt === 0 ? values : { ...values, mrn: newNumber() });
    if (row) return row;
  }
  throw new DomainError('unavailable', 'No free MRN was found. Try again.', { retry_after: 1 });
}

const GIVEN = [
  'orgId',
  'id',
  'createdAt',
  'createdBy',
  'familyKey',
  'givenKey',
  'sequence',
  ...CREATED_COLUMNS,
] as const;
type NewPatient = Required<Pick<typeof patients.$inferInsert, (typeof GIVEN)[number]>>;

const insert = (tx: Tx) =>
  tx.insert(patients).values({
    ...(Object.fromEntries(
      GIVEN.map((column) => [column, sql.placeholder(column)]),
    ) as unknown as NewPatient),
    updatedAt: databaseTime,
  });
const insertGiven = prepared<NewPatient, PatientRow[]>('insert_patient', (tx) => insert(tx).returning());
const insertDrawn = prepared<NewPatient, PatientRow[]>('insert_patient_drawn', (tx) =>
  insert(tx)
    .onConflictDoNothing({ target: [patients.orgId, patients.mrn], where: sql`deleted_at is null` })
    .returning(),
);
