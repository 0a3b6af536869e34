/** The reason of a change, quoted if a user wrote it. Undo right after a change stores one of the service. */
const OF_UNDO = /^Undone right after [a-z ]+\.$/;

export const GivenReason = ({ reason }: { reason: string | null }) =>
  reason === null || OF_UNDO.test(reason) ? (
    reason
  ) : (
    <>
      Reason: “<bdi>{reason}</bdi>”
    </>
  );
