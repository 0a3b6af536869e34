import { showId, showIdOrNull } from '../../shared/ids';
import type { PatientRow } from './access';
import type { Patient } from './contract';

export function presentPatient(row: PatientRow): Patient {
  return {
    id: showId('patient', row.id),
    object: 'patient',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    mrn: row.mrn,
    identifiers: row.identifiers,
    name: row.name,
    other_names: row.otherNames,
    birth_date: row.birthDate,
    birth_date_estimated: row.birthDateEstimated,
    sex: row.sex,
    sex_at_birth: row.sexAtBirth,
    gender_identity: row.genderIdentity,
    phones: row.phones,
    emails: row.emails,
    addresses: row.addresses,
    language: row.language,
    deceased_at: row.deceasedAt,
    primary_clinician_id: showIdOrNull('user', row.primaryClinicianId),
    external_id: row.externalId,
    status: row.status,
    merged_into_id: showIdOrNull('patient', row.mergedIntoId),
    metadata: row.metadata,
  };
}
