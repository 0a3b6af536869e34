import { toCamelCase } from '../../shared/field-names';
import { showId, showIdOrNull } from '../../shared/ids';
import type { PatientRow } from './access';
import { patient, type Patient } from './contract';
import type { Columns } from './fields';

/** Fields whose value differs from the column of the same name. */
const CONVERTED = {
  id: (row) => showId('patient', row.id),
  object: () => 'patient',
  created_at: (row) => row.createdAt.toISOString(),
  updated_at: (row) => row.updatedAt.toISOString(),
  primary_clinician_id: (row) => showIdOrNull('user', row.primaryClinicianId),
  restricted: (row) => row.restriction !== null,
  merged_into_id: (row) => showIdOrNull('patient', row.mergedIntoId),
  merged_from: (row) => row.mergedFrom.map((id) => showId('patient', id)),
} satisfies { [Field in keyof Patient]?: (row: PatientRow) => Patient[Field] };

type Converted = keyof typeof CONVERTED;
const converters: {
  readonly [field: string]: ((row: PatientRow) => string | string[] | boolean | null) | undefined;
} = CONVERTED;

const FIELDS = Object.keys(patient.shape).map((field) => ({
  field,
  column: toCamelCase(field) as keyof PatientRow,
  convert: converters[field],
}));

export function presentPatient(row: PatientRow & Columns<Patient, Converted>): Patient {
  const shown: Record<string, unknown> = {};
  for (const { field, column, convert } of FIELDS) shown[field] = convert ? convert(row) : row[column];
  return shown as Patient;
}
