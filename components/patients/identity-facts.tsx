/** Birth date, sex and MRN of a patient in a list. Of a restricted chart that is not opened, they are not known. */
import type { PatientIdentity } from '@/server/domain/patients/contract';
import { formatAge, formatDate } from '../format/dates';
import { sexWord } from '../format/names';

interface IdentityFactsProps {
  patient: Pick<PatientIdentity, 'birth_date' | 'mrn' | 'deceased_at'> &
    Partial<Pick<PatientIdentity, 'sex'>>;
  /** The organization's calendar day, for the age. */
  today?: string;
}

export function IdentityFacts({ patient, today }: IdentityFactsProps) {
  if (patient.birth_date === null) return 'Restricted chart';
  const age = today === undefined ? '' : ` (${formatAge(patient.birth_date, today)})`;
  return (
    <>
      Born {formatDate(patient.birth_date)}
      {patient.deceased_at ? ', died' : age}
      {patient.sex ? ` · ${sexWord(patient.sex)}` : ''} · MRN {patient.mrn}
    </>
  );
}
