/** Signs that data is about another patient than that of the chart. */
import type { UpdateCandidate } from '@/server/domain/patient-updates/contract';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { Notice } from '../ui/notice';
import { patientName } from './texts';

interface WrongPatientProps {
  candidate: Pick<UpdateCandidate, 'compared' | 'prior_name_differs'>;
  /** The patient of MRG, as sent. */
  prior: string;
}

/** Before data is applied. */
export function WrongPatient({
  candidate: { compared, prior_name_differs: isOtherPrior },
  prior,
}: WrongPatientProps) {
  const differs = [compared.family, compared.given, compared.birth_date, compared.sex].includes('different');
  return differs || isOtherPrior ? (
    <Notice kind="problem" word="These may be two people" className="mb-3 wrap-anywhere">
      {isOtherPrior ? `The prior name in the message is ${isolate(prior)}. ` : null}
      Apply only if you are sure that the message is about this patient.
    </Notice>
  ) : null;
}

/** Instead of the button that would apply it. */
export const TakenMrns = ({ of: taken }: { of: UpdateCandidate['taken_mrns'] }) =>
  taken.map(({ mrn, owner }) => (
    <Notice
      key={mrn}
      kind="problem"
      word={`MRN ${mrn} belongs to ${owner ? `${isolate(patientName(owner))}, born ${formatDate(owner.birth_date)}` : 'another patient'}`}
      className="my-2 wrap-anywhere"
    >
      This data cannot be applied here.
    </Notice>
  ));
