import { describe, expect, it } from 'vitest';
import { safeError } from '../../server/safe-error';
import { safeMessage } from '../../server/safe-message';

/** No value of a message reaches the log, even if a line resembles a stack frame. */

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

it('safe error contains the reason of a wrapped statement error', () => {
  const message = 'duplicate key value violates unique constraint "patients_mrn"';
  const cause = Object.assign(new Error(message), { code: '23505' });
  expect(safeError(new Error(HOSTILE, { cause }))).toMatchObject({ code: '23505', reason: message });
});

describe('message of an error', () => {
  it.each([
    'null value in column "birth_date" of relation "patients" violates not-null constraint',
    'column documents.kind does not exist',
    'canceling statement due to statement timeout',
    'unsupported startup parameter: statement_timeout',
    'could not extend file "base/16384/24576": No space left on device',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'permission denied for table patients',
  ])('is logged if nothing in it can be a value: %s', (message) => {
    expect(safeMessage(new Error(message))).toBe(message);
  });

  it.each([
    ['invalid input syntax for type uuid: "Canary"', 'invalid input syntax for type uuid'],
    ['invalid input syntax for type integer: "Ca\nnary"', 'invalid input syntax for type integer'],
  ])('is logged without its value: %s', (message, logged) => {
    expect(safeMessage(new Error(message))).toBe(logged);
  });

  it.each([
    HOSTILE,
    'value "19710309" is out of range for type integer',
    'duplicate key value violates unique constraint "Jane Canary"',
    'duplicate key value violates unique constraint "patients_mrn"\nKey (mrn)=(Canary) already exists.',
    'could not extend file: Canary',
    'could not open file "base/1": Canary',
    'connect ECONNREFUSED 127.0.0.1:5432 Canary',
    'Unexpected token \'C\', "Canary" is not valid JSON',
    "ENOENT: no such file or directory, open '/in/Canary.hl7'",
  ])('is not logged otherwise: %s', (message) => {
    expect(safeMessage(new Error(message))).toBeUndefined();
  });
});
