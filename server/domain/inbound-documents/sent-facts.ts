import type { NormalDocument } from '../../hl7v2/read-mdm';
import type { PatientFacts } from '../inbound-reports/filing/patient-facts';

/** The patient as sent, for lists and to recognize the same patient data. */
export interface SentFacts {
  family: string | null;
  given: string | null;
  birthDate: string | null;
  birthDateUnread: string | null;
  sex: string | null;
  mrn: string | null;
}

const LONGEST = 200;
const cut = (text: string | null): string | null =>
  text === null ? null : [...text].slice(0, LONGEST).join('');

export function sentFacts({ patient }: NormalDocument, { mrns }: PatientFacts): SentFacts {
  const [name] = patient.names;
  return {
    family: cut(name?.family ?? null),
    given: cut([name?.given, name?.middle].filter(Boolean).join(' ') || null),
    birthDate: cut(patient.birth_date),
    birthDateUnread: cut(patient.birth_date_unread ?? null),
    sex: cut(patient.sex),
    mrn: cut(mrns.join(', ') || null),
  };
}
