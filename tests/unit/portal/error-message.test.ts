import { afterEach, describe, expect, it, vi } from 'vitest';
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

it.each([
  [{ code: 'invalid_state', outdated: true }, true],
  [{ code: 'version_mismatch' }, true],
  [{ code: 'invalid_state', detail: 'Reload the settings of the laboratory first.' }, false],
])('of %j is outdated: %s', (problem, expected) => {
  expect(shownError(problem).isOutdated).toBe(expected);
});

describe('a request without a response', () => {
  afterEach(() => vi.unstubAllGlobals());
  it.each([
    [true, 'The server could not be reached. Check the connection and try again.'],
    [false, 'You are offline. Try again when you are reconnected.'],
  ])('online: %s', (onLine, sentence) => {
    vi.stubGlobal('navigator', { onLine });
    expect(shownError({ code: 'network' }).sentence).toBe(sentence);
  });
});

describe('invalid input', () => {
  it.each([
    ['must be an email address', 'Enter a valid email address. Example: name@example.com'],
    ['must be an ISO 3166-1 alpha-2 code', 'Enter a two-letter country code. Example: US'],
    ['cannot be before 1850-01-01', 'F cannot be before 01-Jan-1850.'],
    ['must have at most 5 entries', 'F must have at most 5 entries.'],
    ['must be at most 3650', 'F must be at most 3,650.'],
    ['must be at least 2026-01-01', 'F must be at least 01-Jan-2026.'],
  ])('%s', (predicate, shown) => {
    const errors = [{ pointer: '/f', code: 'invalid_format', message: `F ${predicate}.`, predicate }];
    expect(shownError({ code: 'validation_failed', errors }).fields[0]!.message).toBe(shown);
  });
});

describe('the number of fields to fix', () => {
  it.each([
    [['/redirect_uris/0', '/redirect_uris/1'], 'Fix 1 field to continue.'],
    [['/items/0/answers/0', '/items/0/answers/1'], 'Fix 2 fields to continue.'],
  ])('of %j', (pointers, sentence) => {
    const errors = pointers.map((pointer) => ({ pointer, code: 'required', message: 'Required.' }));
    expect(shownError({ code: 'validation_failed', errors }).sentence).toBe(sentence);
  });
});
