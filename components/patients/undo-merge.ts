import { UNDO_REASONS } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { once } from '../client/use-once';
import type { Toast } from '../ui/toast';

/**
 * Undoes a merge from its message.
 * @param requestId the request of a hospital that the merge has decided
 */
export function undoMerge(
  keptId: string,
  mergedId: string,
  requestId: string | undefined,
): NonNullable<Toast['undo']> {
  const submission = once();
  const input = { id: keptId, merged_patient_id: mergedId, reason: UNDO_REASONS.merge };
  return async () => {
    await submission.send((options) => api.patients.unmergePatients.mutate(input, options));
    return requestId
      ? {
          sentence: 'Undone. The records are separate, and the request is unmatched.',
          href: `/unmatched/patients/${requestId}`,
        }
      : { sentence: 'Undone. The records are separate.' };
  };
}
