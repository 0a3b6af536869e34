import { readId } from '../shared/ids';

/**
 * Patients (`uuid`) in a request, for the audit of a denial: an attempt to see a record belongs to its access log too.
 * The IDs are only parsed; whether the patients exist is not checked.
 */
export function patientsNamed(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const { id, patient_id, merged_patient_id, other_id } = input as Record<string, unknown>;
  return [id, patient_id, merged_patient_id, other_id]
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, 2) : [value]))
    .map((value) => (typeof value === 'string' ? readId('patient', value) : null))
    .filter((uuid) => uuid !== null);
}
