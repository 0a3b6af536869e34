import { readId } from '../shared/ids';

/**
 * Patients (`uuid`) that a request names, for the row of its refusal: who tried to see a record belongs to its access log
 * as well. Ids say of themselves what they name; whether there is such a patient is not asked.
 */
export function patientsNamed(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const { id, patient_id } = input as { id?: unknown; patient_id?: unknown };
  return [id, patient_id]
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, 2) : [value]))
    .map((value) => (typeof value === 'string' ? readId('patient', value) : null))
    .filter((uuid) => uuid !== null);
}
