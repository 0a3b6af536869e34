import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logger } from '../../server/logger';
import { leadConsoleToLog } from '../../server/start/console';

/** What libraries print, such as Next the errors of pages, becomes lines of the log without texts. */

const own = { ...console };
const written = vi.fn();

beforeEach(() => {
  for (const level of ['debug', 'warn', 'error'] as const)
    vi.spyOn(logger, level).mockImplementation(
      ((...line: unknown[]) => void written(level, ...line)) as never,
    );
  written.mockClear();
  leadConsoleToLog();
});
afterEach(() => {
  Object.assign(console, own);
  vi.restoreAllMocks();
});

it('an error is logged with its cause code and request ID, and without its message', () => {
  const cause = Object.assign(new Error('Key (name)=(Canary) exists'), { code: '23505' });
  const error = Object.assign(new Error('Failed query, params: Canary', { cause }), { digest: 'req_1' });
  console.error('⨯ Canary', error);
  expect(written.mock.calls).toMatchObject([
    ['error', { request_id: 'req_1', code: '23505' }, 'a library printed to the console'],
  ]);
  expect(JSON.stringify(written.mock.calls)).not.toContain('Canary');
});

it('a text is not logged, but where it was printed', () => {
  const methods = ['log', 'info', 'debug', 'dir', 'table', 'trace', 'group', 'warn', 'error'] as const;
  for (const method of methods) (console[method] as (text: string) => void)('Canary');
  expect(written).toHaveBeenCalledTimes(methods.length);
  expect(JSON.stringify(written.mock.calls)).not.toContain('"Canary');
  expect(written.mock.calls[0]).toMatchObject(['debug', { at: expect.anything() }, expect.any(String)]);
  expect(JSON.stringify(written.mock.calls[0])).toContain('console.test.ts');
});

it('an ID that is not one of a request is not logged', () => {
  console.error(Object.assign(new Error('x'), { digest: 'Canary, Jane' }));
  expect(JSON.stringify(written.mock.calls)).not.toContain('Canary');
});
