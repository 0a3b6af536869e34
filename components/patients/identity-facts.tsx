/** Birth date, sex and MRN of a patient in a list. Of a restricted chart that is not opened, they are not known. */
import type { PatientIdentity } from '@/server/domain/patients/contract';
import { formatAge } from '../format/age';
import { formatDate } from '../format/dates';
import { sexWord } from '../format/sex';
import { Matched, MatchedDate } from './matched';

interface IdentityFactsProps {
  patient: Pick<PatientIdentity, 'birth_date' | 'mrn' | 'deceased_at'> &
    Partial<Pick<PatientIdentity, 'sex'>>;
  /** The organization's calendar day, for the age. */
  today?: string;
  /** A search whose matches are marked. */
  q?: string | undefined;
}

export function IdentityFacts({ patient, today, q }: IdentityFactsProps) {
  if (patient.birth_date === null) return 'Restricted chart';
  const age = today === undefined ? '' : ` (${formatAge(patient.birth_date, today)})`;
  return (
    <>
      Born <MatchedDate date={patient.birth_date} text={formatDate(patient.birth_date)} q={q} />
      {patient.deceased_at ? ', died' : age}
      {patient.sex ? ` · ${sexWord(patient.sex)}` : ''} ·{' '}
      <span className="inline-block max-w-full wrap-anywhere">
        MRN <Matched text={patient.mrn ?? ''} q={q} />
      </span>
    </>
  );
}
