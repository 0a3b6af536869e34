import { logThrottled } from '../log-throttled';
import { codeAndReason } from '../safe-error';
import { DomainError, type ErrorCode } from './domain-error';

/** Unique constraints that a caller can violate, with error code and field. The driver's message is never returned. */
const CONFLICTS: Record<string, [ErrorCode, string, pointer: string, other?: string]> = {
  patients_mrn: ['duplicate_mrn', 'Another patient of this organization has this MRN.', '/mrn'],
  patients_external_id: [
    'duplicate_external_id',
    'Another patient of this organization has this external ID.',
    '/external_id',
  ],
  patient_identifiers_unique: [
    'duplicate_identifier',
    'Another patient of this organization has this identifier.',
    '/identifiers',
  ],
  lab_orders_external_id: [
    'duplicate_external_id',
    'Another order of this organization has this external ID.',
    '/external_id',
  ],
  order_sets_name: [
    'validation_failed',
    'Another order set of this laboratory has this name.',
    '/name',
    'order set',
  ],
  organizations_slug: ['duplicate_slug', 'Another organization has this slug.', '/slug'],
  lab_connections_port: ['invalid_state', 'Another lab connection of this service has this port.', '/port'],
  order_destinations_lab: [
    'validation_failed',
    'Another lab connection receives the orders of this laboratory.',
    '/lab_id',
  ],
  identity_domains_pkey: ['invalid_state', 'This domain was already added.', '/domain'],
  identity_domains_verified: ['invalid_state', 'Another organization has verified this domain.', '/domain'],
  audit_filters_pkey: ['invalid_state', 'You already have a filter with this name.', '/name'],
  users_email_hash: ['duplicate_email', 'Another user has this email address.', '/email'],
};

interface DatabaseError {
  code?: string;
  constraint?: string;
  cause?: unknown;
}

function databaseError(error: unknown): DatabaseError | undefined {
  for (
    let current = error, depth = 0;
    current && depth < 4;
    current = (current as DatabaseError).cause, depth++
  ) {
    if (typeof (current as DatabaseError).code === 'string') return current as DatabaseError;
  }
  return undefined;
}

// SQLSTATE classes and Node error codes for an unreachable or overloaded database. Not 08P01 (protocol violation):
// Postgres cannot parse our statement, so it would fail every time. 25006: the server has become a standby.
const AWAY = /^(08(?!P01)|25006|57P|53|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/;
// Driver messages without a code, including those for a connection lost between two statements. Matches only the
// beginning, because the error of a failed statement quotes its values, which may contain any text.
const AWAY_IN_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/;

/** Thrown by `server/db/request-queue.ts`. */
const NO_CONNECTION = 'NO_CONNECTION';
/** One object: under load most requests are rejected, and the stack of each error would take time from the others. */
export const BUSY = new DomainError('unavailable', 'The service is busy. Try again.', { retry_after: 2 });
const DEADLOCK = '40P01';
const DISK_FULL = '53100';
/** Raised by `generation_txid` until a process opens a new generation. */
const MOVED = 'CL001';
/** An I/O error on the database server, not caused by the request. */
const SYSTEM_ERROR = /^58/;

/** Logs code and reason for the operator; the caller cannot do anything about it. */
function away(error: unknown, log: string, sentence: string): DomainError {
  logThrottled('error', log, codeAndReason(error));
  return new DomainError('unavailable', sentence, { retry_after: 2 }, { cause: error });
}

/** Translates a database error to a DomainError; returns any other error unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  const found = databaseError(error);
  if (found?.code === '23505' && found.constraint && CONFLICTS[found.constraint]) {
    const [code, message, pointer, other = 'record'] = CONFLICTS[found.constraint]!;
    return new DomainError(code, message, {
      errors: [{ pointer, code: 'not_unique', message: `is already used by another ${other}` }],
    });
  }
  // NUL, the one character that Postgres text cannot contain.
  if (found?.code === '22021')
    return new DomainError('invalid_parameter', 'A value contains a character that is not allowed.');
  if (found?.code === NO_CONNECTION) return BUSY;
  // Postgres ended one of two requests that blocked each other: it has written nothing and can be repeated.
  if (found?.code === DEADLOCK)
    return new DomainError(
      'unavailable',
      'Another request changes the same records. Try again.',
      { retry_after: 1 },
      { cause: error },
    );
  if (found?.code === DISK_FULL)
    return away(error, 'the database has no space left', 'The database has no space left.');
  if (found?.code === MOVED)
    return away(
      error,
      'the database was moved, and no new generation is open: restart the service',
      'The service is preparing its database. Try again.',
    );
  if (found?.code && SYSTEM_ERROR.test(found.code))
    return away(
      error,
      'the database reports a system error',
      'The database reports a system error. Try again.',
    );
  const message = error instanceof Error ? error.message : '';
  if ((found?.code && AWAY.test(found.code)) || AWAY_IN_WORDS.test(message))
    return away(error, 'the database cannot be reached', 'The service cannot reach its database. Try again.');
  return error;
}
