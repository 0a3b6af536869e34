import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { toSnakeCase } from '../../shared/field-names';
import { DomainError, fieldError } from '../../errors/domain-error';
import { assertVersion, findPatient, type PatientRow } from './access';
import {
  assertDistinctIdentifiers,
  assertReadableNames,
  normalizePhones,
  readClinician,
} from './check-fields';
import type { Patient, UpdatePatientInput } from './contract';
import { humanName } from '../../data-types/patient';
import { patientEvent } from './events';
import { changedColumns, type ChangedColumns } from './fields';
import { writeLookups } from './lookups';
import { presentPatient } from './present';
import { nameKey } from './search-terms';

/**
 * Applies a JSON Merge Patch (RFC 7396): absent = unchanged, null = removed, objects are merged, arrays replaced. An
 * empty change creates no version or event. The response contains the record, so a credential without `patients:read`
 * must change a field, and its audit row records that the record was returned.
 * @throws DomainError `not_found`, `version_mismatch`, `duplicate_…`, `validation_failed`
 */
export function updatePatient(ctx: Context, input: UpdatePatientInput): Promise<Patient> {
  return perform(ctx, { action: 'update_patient', kind: 'write', scope: 'patients:write' }, async (tx) => {
    const mayRead = ctx.actor.kind === 'system' || ctx.actor.scopes.has('patients:read');
    const { id: _id, ...patch } = input;
    if (!mayRead && Object.values(patch).every((value) => value === undefined))
      throw fieldError(
        '',
        'required',
        'must change at least one field, because reading requires the scope patients:read',
      );
    const row = await findPatient(tx, ctx, input.id, { lock: true });
    assertVersion(ctx, row);
    const change = await changeOf(tx, ctx, row, input);
    // Compared by member, not as text: the database reorders the members of JSON objects.
    const fields = Object.keys(change).filter(
      (field) => !isDeepStrictEqual(row[field as keyof PatientRow], change[field as keyof ChangedColumns]),
    );
    const audit = {
      objectKind: 'patient' as const,
      objectId: row.id,
      patientIds: [row.id],
      detail: { fields: fields.map(toSnakeCase), ...(mayRead ? {} : { record_returned: true }) },
    };
    if (fields.length === 0) return { output: presentPatient(row), audit };

    const name = change.name ?? row.name;
    const [updated] = await tx
      .update(patients)
      .set({
        ...change,
        familyKey: nameKey(name.family),
        givenKey: nameKey(...name.given),
        version: sql`${patients.version} + 1`,
        sequence: sql`${patients.sequence} + 1`,
        updatedAt: databaseTime,
      })
      .where(and(eq(patients.orgId, ctx.actor.orgId), eq(patients.id, row.id)))
      .returning();
    await writeLookups(tx, ctx.actor.orgId, row.id, updated!, { replace: true });
    const previous = change.status && change.status !== row.status ? { status: row.status } : undefined;
    await emit(
      tx,
      ctx,
      patientEvent('patient.updated', updated!, {
        changedFields: fields.map(toSnakeCase),
        ...(previous ? { previous } : {}),
      }),
    );
    return { output: presentPatient(updated!), audit };
  });
}

async function changeOf(
  tx: Tx,
  ctx: Context,
  row: PatientRow,
  input: UpdatePatientInput,
): Promise<ChangedColumns> {
  const { actor } = ctx;
  if (input.mrn !== undefined && input.mrn !== row.mrn && actor.kind === 'user' && actor.role !== 'admin')
    throw fieldError('/mrn', 'not_allowed', 'can only be changed by an administrator');
  if (input.status && row.status === 'merged')
    throw new DomainError('invalid_state', 'A merged record cannot change its status.');
  if (input.identifiers) assertDistinctIdentifiers(input.identifiers);
  assertReadableNames(input);
  const addresses = input.addresses ?? row.addresses;
  const change: ChangedColumns = {
    ...changedColumns(input),
    name: input.name && humanName.parse({ ...row.name, ...input.name }),
    phones: input.phones && normalizePhones(input.phones, addresses),
    primaryClinicianId:
      input.primary_clinician_id === undefined
        ? undefined
        : await readClinician(tx, ctx, input.primary_clinician_id),
    metadata: input.metadata && mergeMetadata(row.metadata, input.metadata),
  };
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as ChangedColumns;
}

function mergeMetadata(
  current: Record<string, string>,
  patch: Record<string, string | null>,
): Record<string, string> {
  const merged = Object.entries({ ...current, ...patch }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (merged.length > 20) throw fieldError('/metadata', 'too_long', 'must have at most 20 keys');
  return Object.fromEntries(merged);
}
