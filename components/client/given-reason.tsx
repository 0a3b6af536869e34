/** The reason of a change, quoted if a user wrote it. */
import { isUndoReason } from '@/server/domain/reviews/rules';

export const GivenReason = ({ reason }: { reason: string | null }) =>
  reason === null || isUndoReason(reason) ? (
    reason
  ) : (
    <>
      Reason: “<bdi>{reason}</bdi>”
    </>
  );
