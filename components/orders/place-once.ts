/** What became of an order that was not placed, or perhaps was. */
import { problemOf, type Problem } from '../ui/error-message';

interface Attempt {
  /** Before it was sent. */
  wasOffline: boolean;
  isDraftSaved: boolean;
  /** An earlier attempt had no response. */
  wasUnanswered: boolean;
}

const UNANSWERED =
  'The server did not respond, and the order may already be placed. Place it again: a second order is not created.';
const PLACED_BEFORE =
  'An earlier attempt placed an order, without your latest changes. Check it before you place another one.';

/** The error of the server, or a sentence about this order. */
export function placingProblem(thrown: unknown, attempt: Attempt): unknown {
  const { code } = problemOf(thrown);
  if (code === 'idempotency_key_reused')
    return { code: 'placed_before', detail: PLACED_BEFORE } satisfies Problem;
  if (code !== 'network') return thrown;
  const draft = attempt.isDraftSaved
    ? 'Your draft is saved.'
    : 'Keep this page open: your latest changes are not saved yet.';
  if (attempt.wasOffline && !attempt.wasUnanswered)
    return {
      code: 'offline',
      detail: `You are offline, and the order is not placed. ${draft}`,
    } satisfies Problem;
  return { code: 'not_answered', detail: `${UNANSWERED} ${draft}` } satisfies Problem;
}
