import { expect, it } from 'vitest';
import { translateDatabaseError } from '../../../server/errors/constraints';
import { isCertainRollback } from '../../../server/domain/documents/place-bytes';
import { DomainError } from '../../../server/errors/domain-error';

const failure = (code: string | undefined, message = 'x') => Object.assign(new Error(message), { code });

// The file of an upload may be removed only if its row certainly does not exist.
it.each([
  ['a rejection of ours', new DomainError('patient_not_found', 'x'), true],
  ['a broken rule of the database', failure('23505'), true],
  ['a wrapped one', new Error('x', { cause: failure('P0001') }), true],
  ['a connection that ended', failure('08006'), false],
  ['a killed backend', failure('57P01'), false],
  ['a connection that ended without a word', failure(undefined, 'Connection terminated unexpectedly'), false],
  ['a pipe that broke: five capitals, and no word of the database', failure('EPIPE'), false],
  ['a reset', failure('ECONNRESET'), false],
])('place-bytes %s', (_name, error, certain) => {
  expect(isCertainRollback(error)).toBe(certain);
  // As operations throw it.
  expect(isCertainRollback(translateDatabaseError(error))).toBe(certain);
});
