/** Before data is applied: signs that the chart is of another patient. */
import type { PatientUpdateDetail, UpdateCandidate } from '@/server/domain/patient-updates/contract';
import { isolate } from '../format/isolate';
import { list } from '../format/lists';
import { Notice } from '../ui/notice';
import { patientName } from './texts';

interface WrongPatientProps {
  update: Pick<PatientUpdateDetail, 'mrn' | 'candidates' | 'others'>;
  candidate: Pick<UpdateCandidate, 'patient' | 'compared'>;
}

export function WrongPatient({ update, candidate: { patient, compared } }: WrongPatientProps) {
  const { mrn, candidates, others } = update;
  const differs = [compared.family, compared.given, compared.birth_date, compared.sex].includes('different');
  const owners = new Map(
    [...candidates, ...others]
      .filter((other) => other.patient.id !== patient.id && other.compared.mrn === 'same')
      .map((other) => [other.patient.id, isolate(patientName(other.patient))]),
  );
  // A message may have several MRNs.
  const sent = mrn?.includes(',') ? 'An MRN in the message' : `MRN ${mrn}`;
  return (
    <>
      {differs ? (
        <Notice kind="problem" word="These may be two people" className="mb-3">
          Apply only if you are sure that the message is about this patient.
        </Notice>
      ) : null}
      {owners.size > 0 ? (
        <Notice
          kind="problem"
          word={`${sent} belongs to ${list([...owners.values()])}`}
          className="mb-3 wrap-anywhere"
        >
          Check that you chose the right patient.
        </Notice>
      ) : null}
    </>
  );
}
