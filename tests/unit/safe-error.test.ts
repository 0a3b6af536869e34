import { expect, it } from 'vitest';
import { safeError } from '../../server/safe-error';

/** No part of a message reaches the log, even if a line resembles a stack frame. */

const HOSTILE =
  'Failed query: insert …\nparams: Canary,Discharged:\n    at home (Canary:1:2)\nat her sister (1:1)';

it('safe error contains the position and not the message', () => {
  const reported = safeError(new TypeError(HOSTILE));
  expect(reported.error).toBe('TypeError');
  expect(reported.at?.[0]).toMatch(/safe-error\.test\.ts:\d+:\d+/);
  expect(JSON.stringify(reported)).not.toMatch(/Canary|home|sister/);
});

it('safe error contains the code of a wrapped statement error', () => {
  const cause = Object.assign(new Error('Key (name)=(Canary) exists'), { code: '23505' });
  const reported = safeError(new Error(HOSTILE, { cause }));
  expect(reported.code).toBe('23505');
  expect(JSON.stringify(reported)).not.toContain('Canary');
});
