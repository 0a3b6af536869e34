import { assignLabResult } from '../../domain/reviews/assign-lab-result';
import { commentLabResult } from '../../domain/reviews/comment-lab-result';
import {
  assignLabResultInput,
  commentLabResultInput,
  forwardLabResultInput,
  inboxAlarm,
  inboxAlarmInput,
  inboxList,
  inboxMark,
  inboxMarkInput,
  listInboxInput,
  listNewCriticalResultsInput,
  listSignedResultsInput,
  newCriticalResults,
  reviewedReport,
  reviewPath,
  reviewState,
  signedList,
  signedTogether,
  signLabResultInput,
  signNormalResultsInput,
  undoneReviews,
  undoReviewInput,
  withdrawSignatureInput,
} from '../../domain/reviews/contract';
import { forwardLabResult } from '../../domain/reviews/forward-lab-result';
import { getInboxAlarm } from '../../domain/reviews/get-inbox-alarm';
import { getInboxMark } from '../../domain/reviews/get-inbox-mark';
import { getReviewState } from '../../domain/reviews/get-review-state';
import { listInbox } from '../../domain/reviews/list-inbox';
import { listNewCriticalResults } from '../../domain/reviews/list-new-critical-results';
import { listSignedResults } from '../../domain/reviews/list-signed-results';
import { markLabResultSeen } from '../../domain/reviews/mark-lab-result-seen';
import { signLabResult } from '../../domain/reviews/sign-lab-result';
import { signNormalResults } from '../../domain/reviews/sign-normal-results';
import { undoReview } from '../../domain/reviews/undo-review';
import { withdrawSignature } from '../../domain/reviews/withdraw-signature';
import { procedure, router } from '../trpc';

/** Portal only: only people can review. */
export const reviewsRouter = router({
  listInbox: procedure
    .input(listInboxInput)
    .output(inboxList)
    .query(({ ctx, input }) => listInbox(ctx, input)),
  listSignedResults: procedure
    .input(listSignedResultsInput)
    .output(signedList)
    .query(({ ctx, input }) => listSignedResults(ctx, input)),
  getInboxAlarm: procedure
    .input(inboxAlarmInput)
    .output(inboxAlarm)
    .query(({ ctx }) => getInboxAlarm(ctx)),
  getInboxMark: procedure
    .input(inboxMarkInput)
    .output(inboxMark)
    .query(({ ctx, input }) => getInboxMark(ctx, input)),
  listNewCriticalResults: procedure
    .input(listNewCriticalResultsInput)
    .output(newCriticalResults)
    .query(({ ctx, input }) => listNewCriticalResults(ctx, input)),
  getReviewState: procedure
    .input(reviewPath)
    .output(reviewState)
    .query(({ ctx, input }) => getReviewState(ctx, input)),
  signLabResult: procedure
    .input(signLabResultInput)
    .output(reviewedReport)
    .mutation(({ ctx, input }) => signLabResult(ctx, input)),
  markLabResultSeen: procedure
    .input(signLabResultInput)
    .output(reviewedReport)
    .mutation(({ ctx, input }) => markLabResultSeen(ctx, input)),
  signNormalResults: procedure
    .input(signNormalResultsInput)
    .output(signedTogether)
    .mutation(({ ctx, input }) => signNormalResults(ctx, input)),
  undoReview: procedure
    .input(undoReviewInput)
    .output(undoneReviews)
    .mutation(({ ctx, input }) => undoReview(ctx, input)),
  withdrawSignature: procedure
    .input(withdrawSignatureInput)
    .output(reviewedReport)
    .mutation(({ ctx, input }) => withdrawSignature(ctx, input)),
  commentLabResult: procedure
    .meta({ repeatable: true })
    .input(commentLabResultInput)
    .output(reviewedReport)
    .mutation(({ ctx, input }) => commentLabResult(ctx, input)),
  forwardLabResult: procedure
    .meta({ repeatable: true })
    .input(forwardLabResultInput)
    .output(reviewedReport)
    .mutation(({ ctx, input }) => forwardLabResult(ctx, input)),
  assignLabResult: procedure
    .input(assignLabResultInput)
    .output(reviewedReport)
    .mutation(({ ctx, input }) => assignLabResult(ctx, input)),
});
