import {
  createPatientInput,
  listPatientsInput,
  type Patient,
} from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import type { TestOrg } from '../../support/database';

/** Patients to search for, and searches page by page. */

export interface Facts {
  family: string;
  given: string[];
  birth_date?: string;
  mrn?: string;
  phone?: string;
  other?: [family: string, ...given: string[]];
  sex?: string;
}
let made = 0;
/** Numbers that no generator returns: a random MRN could start like a searched phone number. */
export const add = (org: TestOrg, { family, given, birth_date, mrn, phone, other, sex }: Facts) =>
  createPatient(
    org.ctx,
    createPatientInput.parse({
      name: { family, given },
      birth_date: birth_date ?? '1970-01-01',
      sex: sex ?? 'unknown',
      mrn: mrn ?? `Q-${++made}`,
      phones: phone ? [{ value: phone }] : [],
      other_names: other ? [{ family: other[0], given: other.slice(1) }] : [],
    }),
  );
export const page = (org: TestOrg, query: object) => listPatients(org.ctx, listPatientsInput.parse(query));
export async function all(org: TestOrg, query: object, limit = 100): Promise<Patient[]> {
  const found: Patient[] = [];
  let cursor: string | undefined;
  do {
    const { data, next_cursor } = await page(org, { ...query, limit, cursor });
    found.push(...data);
    cursor = next_cursor ?? undefined;
  } while (cursor);
  return found;
}
