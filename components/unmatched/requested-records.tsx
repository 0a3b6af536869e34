/** The records of a request that is not applied here: what they are, and how a user handles it. */
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import { SectionHeading } from '../ui/page-heading';
import { CandidateCard } from './candidate-card';
import { RequestNotice } from './request-notice';
import { RestrictedCharts } from './restricted-charts';
import { priorMrnNote, requestAdvice } from './texts';

/** Of the other record only the MRN is sent, so that there is nothing to compare. */
const NOT_COMPARED: PatientUpdateDetail['candidates'][number]['compared'] = {
  mrn: 'not_sent',
  birth_date: 'not_sent',
  family: 'not_sent',
  given: 'not_sent',
  sex: 'not_sent',
  identifier: 'not_sent',
  phone: 'not_sent',
  address: 'not_sent',
};

interface RequestedRecordsProps {
  update: PatientUpdateDetail;
  isOpen: boolean;
}

export function RequestedRecords({ update, isOpen }: RequestedRecordsProps) {
  const { candidates, restricted, request } = update;
  return (
    <section aria-labelledby="candidates">
      <SectionHeading id="candidates" title="Records of the message" />
      {request ? <RequestNotice update={update} request={request} /> : null}
      {isOpen ? <p className="mb-4">{requestAdvice(update)}</p> : null}
      {candidates.map((candidate) => (
        <CandidateCard
          key={candidate.patient.id}
          sent={update}
          candidate={candidate.compared.mrn === 'same' ? candidate : { ...candidate, compared: NOT_COMPARED }}
          sender={update.connection}
          noteOfMrn={candidate.compared.mrn === 'same' ? null : priorMrnNote(update)(candidate)}
        />
      ))}
      <RestrictedCharts ids={restricted} path={`/unmatched/patients/${update.id}`} />
      {candidates.length + restricted.length > 0 ? null : <p>None.</p>}
    </section>
  );
}
