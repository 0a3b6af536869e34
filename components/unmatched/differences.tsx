/** Before a message is filed despite differences: the facts of the chart and of the message that are not the same. */
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { formatDate } from '../format/dates';
import { sexWord } from '../format/sex';
import { PairTable } from '../ui/pair-table';
import { contradicts } from './candidate-card';
import type { SentPatient } from './sent-patient';
import { sentBirthDate, sentSex } from './texts';
import { WrongPatient } from './wrong-patient';

interface DifferencesProps {
  sent: SentPatient;
  candidate: Candidate;
}

function Differences({ sent, candidate: { patient, compared } }: DifferencesProps) {
  const facts = [
    ['family', 'Family name', patient.family, sent.family],
    ['given', 'Given name', patient.given, sent.given],
    ['birth_date', 'Birth date', formatDate(patient.birth_date), sentBirthDate(sent)],
    ['sex', 'Sex', sexWord(patient.sex), sentSex(sent.sex)],
    ['mrn', 'MRN', patient.mrn, sent.mrn],
  ] as const;
  const rows = facts
    .filter(([fact]) => !['same', 'not_sent'].includes(compared[fact]))
    .map(([, label, ...values]) => ({ label, values }));
  return (
    <>
      <WrongPatient candidate={{ compared, kept: [], prior_name_differs: false }} verb="File" />
      {rows.length === 0 ? null : (
        <PairTable caption="Differences" columns={['Chart', 'Message']} rows={rows} />
      )}
    </>
  );
}

/** Null if no reason is required. */
export const differencesOf = (sent: SentPatient, candidate: Candidate) =>
  contradicts(candidate) ? <Differences sent={sent} candidate={candidate} /> : null;
