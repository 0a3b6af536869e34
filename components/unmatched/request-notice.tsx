/** A request about two records of which at most one is known here: why, and what applying it does, if it is applied. */
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import { either } from '../format/lists';
import { Notice } from '../ui/notice';
import { isMerge } from './texts';

interface RequestNoticeProps {
  update: PatientUpdateDetail;
  request: NonNullable<PatientUpdateDetail['request']>;
}

export function RequestNotice({ update, request: { unknown_mrns: unknown, is_merged } }: RequestNoticeProps) {
  if (is_merged)
    return (
      <Notice
        word={isMerge(update) ? 'These records are already merged' : 'Both MRNs belong to one record'}
        className="mb-5"
      >
        {update.may_apply ? 'Close the request, or apply its data.' : null}
      </Notice>
    );
  if (unknown.length === 0) return null;
  return (
    <Notice word={`No record here has MRN ${either(unknown)}`} className="mb-5">
      {update.may_apply
        ? `Applying the data adds ${unknown.length === 1 ? 'it' : 'both'} to the identifiers of the patient.`
        : null}
    </Notice>
  );
}
