/** On a chart that was opened by the address of a record merged into it. */
import type { PatientMerge } from '@/server/domain/patients/contract';

interface OpenedFromMergedProps {
  /** `pat_…` of the address. */
  record: string;
  merges: readonly PatientMerge[];
}

export function OpenedFromMerged({ record, merges }: OpenedFromMergedProps) {
  const merge = merges.find((one) => one.merged_patient_id === record && !one.unmerged_at);
  return merge ? (
    <p className="mb-4 wrap-anywhere">Opened from the merged record MRN {merge.merged_mrn}.</p>
  ) : null;
}
