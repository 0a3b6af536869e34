import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { assertVersion, lockRecord, type PatientRow } from './access';
import {
  assertDistinctIdentifiers,
  assertReadableNames,
  normalizePhones,
  readClinician,
} from './check-fields';
import type { Patient, UpdatePatientInput } from './contract';
import { humanName } from '../../data-types/patient';
import { changedColumns, type ChangedColumns } from './fields';
import { presentPatient } from './present';
import { storePatientChange } from './store-change';

/**
 * Applies a JSON Merge Patch (RFC 7396): absent = unchanged, null = removed, objects are merged, arrays replaced. An
 * empty change creates no version or event. The response contains the record, so a credential without `patients:read`
 * must change a field, and its audit row records that the record was returned.
 * @throws DomainError `not_found`, `version_mismatch`, `invalid_state` (it was merged), `duplicate_…`, `validation_failed`
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
    const row = await lockRecord(tx, ctx, input.id);
    assertVersion(ctx, row);
    const change = await changeOf(tx, ctx, row, input);
    const { row: stored, fields } = await storePatientChange(tx, ctx, row, change);
    const audit = {
      objectKind: 'patient' as const,
      objectId: row.id,
      patientIds: [row.id],
      detail: { fields, ...(mayRead ? {} : { record_returned: true }) },
    };
    return { output: presentPatient(stored), audit };
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
