/** Signs that data is about another patient than that of the chart. */
import type { UpdateCandidate } from '@/server/domain/patient-updates/contract';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { Notice } from '../ui/notice';
import { patientName } from './texts';

type Compared = Pick<UpdateCandidate, 'compared' | 'kept' | 'prior_name_differs'>;

/** Applying it may give the chart the identity of another patient. */
export const isOfAnother = ({ compared, kept, prior_name_differs: isOtherPrior }: Compared): boolean =>
  isOtherPrior ||
  [
    ...(kept.includes('name') ? [] : [compared.family, compared.given]),
    ...(kept.includes('birth_date') ? [] : [compared.birth_date]),
    ...(kept.includes('sex') ? [] : [compared.sex]),
  ].includes('different');

interface WrongPatientProps {
  candidate: Compared;
  /** The patient of MRG, as sent. */
  prior?: string;
  verb?: 'Apply' | 'File';
}

/** Before data is applied, or a report or document filed. */
export function WrongPatient({ candidate, prior = '', verb = 'Apply' }: WrongPatientProps) {
  return isOfAnother(candidate) ? (
    <Notice kind="problem" word="These may be two people" className="mb-3 wrap-anywhere">
      {candidate.prior_name_differs ? `The prior name in the message is ${isolate(prior)}. ` : null}
      {verb} only if you are sure that the message is about this patient.
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
