import type { inboundReports } from '../../db/schema/index';
import type { NormalPatient } from '../../hl7v2/normal-message';
import { patientFacts, type PatientFacts } from './filing/patient-facts';

type Stored = Pick<
  typeof inboundReports.$inferSelect,
  'family' | 'given' | 'birthDate' | 'birthDateUnread' | 'sex' | 'mrn'
>;

/** The patient of a report from its stored facts, which remain when the message's bytes are gone. */
export function storedPatient(row: Stored | null): { patient: NormalPatient; facts: PatientFacts } {
  const mrns = row?.mrn?.split(', ') ?? [];
  // Given and middle names are stored as one text.
  const [given = null, ...middle] = row?.given?.split(' ') ?? [];
  const names = row && (row.family || given) ? [{ family: row.family, given }] : [];
  const patient: NormalPatient = {
    identifiers: mrns.map((number) => ({ number, type: 'MR', authority: null })),
    other_identifiers: [],
    names: names.map((name) => ({
      ...name,
      middle: middle.join(' ') || null,
      prefix: null,
      suffix: null,
      type: null,
    })),
    birth_date: row?.birthDate ?? null,
    ...(row?.birthDateUnread ? { birth_date_unread: row.birthDateUnread } : {}),
    sex: row?.sex ?? null,
    addresses: [],
    contacts: [],
    account_number: null,
    deleted_fields: [],
  };
  return { patient, facts: patientFacts(patient, null) };
}
