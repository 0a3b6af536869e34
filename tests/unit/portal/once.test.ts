import { afterEach, describe, expect, it, vi } from 'vitest';
import { once } from '@/components/client/use-once';
import { placingProblem } from '@/components/orders/place-once';
import { shownError } from '@/components/ui/error-message';

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

afterEach(() => void vi.unstubAllGlobals());

/** The keys of the attempts, and the one left after the last. */
async function attempts(codes: readonly string[], begun: string | null = null, onLine = true) {
  vi.stubGlobal('navigator', { onLine });
  const submission = once(begun);
  const keys: string[] = [];
  for (const code of codes)
    await submission
      .send(({ context }) => {
        keys.push(context.key);
        return code === 'ok' ? Promise.resolve(1) : failing(code)();
      })
      .catch(() => undefined);
  return { keys, kept: submission.unanswered() };
}

describe('a change that is sent again', () => {
  it.each(['network', 'unavailable', 'internal_error', 'idempotency_in_progress'])(
    'after “%s” has the same key, also if the page was closed',
    async (code) => {
      const { keys, kept } = await attempts([code]);
      expect(kept).toBe(keys[0]);
      expect((await attempts(['ok'], kept)).keys).toEqual([kept]);
    },
  );

  it('keeps the key when another attempt is rejected', async () => {
    const { keys, kept } = await attempts([
      'network',
      'missing_credentials',
      'validation_failed',
      'ok',
      'ok',
    ]);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[0]);
    expect(kept).toBeNull();
  });

  it('is another change once the first was made with other input', async () => {
    const { keys, kept } = await attempts(['network', 'idempotency_key_reused', 'ok']);
    expect(keys[2]).not.toBe(keys[1]);
    expect(kept).toBeNull();
  });

  it('is known not to be made after a rejection, or without a network', async () => {
    expect((await attempts(['validation_failed'])).kept).toBeNull();
    expect((await attempts(['network'], null, false)).kept).toBeNull();
    expect((await attempts(['network'], 'earlier', false)).kept).toBe('earlier');
  });
});

describe('the message of an order that may be placed', () => {
  const attempt = { wasOffline: false, wasUnanswered: false, isDraftSaved: true };
  const sentence = (given: Partial<typeof attempt>, code = 'network') =>
    shownError(placingProblem({ code }, { ...attempt, ...given })).sentence;

  it('tells a lost response from no connection', () => {
    expect(sentence({})).toContain('may already be placed');
    expect(sentence({ wasOffline: true })).toBe(
      'You are offline, and the order is not placed. Your draft is saved.',
    );
    expect(sentence({ wasOffline: true, wasUnanswered: true })).toContain('may already be placed');
  });

  it('says that a draft is saved only if it is', () =>
    expect(sentence({ wasOffline: true, isDraftSaved: false })).toContain('not saved yet'));

  it('says that the first attempt placed an order', () =>
    expect(sentence({}, 'idempotency_key_reused')).toContain('An earlier attempt placed an order'));

  it('is otherwise the one of the server', () =>
    expect(sentence({}, 'patient_not_active')).toBe('This patient is inactive. Activate the record first.'));
});
