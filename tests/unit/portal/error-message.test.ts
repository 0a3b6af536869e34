import { describe, expect, it } from 'vitest';
import { shownError } from '../../../components/ui/error-message';

describe('rate-limit error', () => {
  const problem = { code: 'rate_limited', detail: 'The limit is used up.', request_id: 'req_1' };

  it.each([
    [42, 'Too many requests in a short time. Try again in 42 seconds.'],
    [1, 'Too many requests in a short time. Try again in a second.'],
    [undefined, 'Too many requests in a short time. Try again in 60 seconds.'],
  ])('shows when to retry (%s)', (retry_after, sentence) => {
    expect(shownError({ data: { problem: { ...problem, retry_after } } }).sentence).toBe(sentence);
    // Uploads get a problem document.
    expect(shownError({ ...problem, retry_after }).sentence).toBe(sentence);
  });
});
