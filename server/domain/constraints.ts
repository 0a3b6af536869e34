import { DomainError, type ErrorCode } from './errors';

/**
 * Unique keys that a caller can hit: the word each has in the contract and the field that is taken. The driver's text
 * is never shown.
 */
const CONFLICTS: Record<string, [ErrorCode, string, pointer: string]> = {
  patients_mrn: ['duplicate_mrn', 'Another patient of this organisation has this MRN.', '/mrn'],
  patients_external_id: [
    'duplicate_external_id',
    'Another patient of this organisation has this external id.',
    '/external_id',
  ],
  patient_identifiers_unique: [
    'duplicate_identifier',
    'Another patient of this organisation has this identifier.',
    '/identifiers',
  ],
  lab_orders_external_id: [
    'duplicate_external_id',
    'Another order of this organisation has this external id.',
    '/external_id',
  ],
  organisations_slug: ['duplicate_slug', 'Another organisation has this slug.', '/slug'],
  lab_connections_port: ['invalid_state', 'Another lab connection of this service has this port.', '/port'],
  users_email_hash: ['duplicate_email', 'There is a person with this e-mail address.', '/email'],
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

// SQLSTATE classes and Node codes that mean: the database is away or overloaded, not that the request is wrong.
const AWAY = /^(08|57P|53|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/;
// Where the driver gives no code: also to whoever goes on with a connection that was lost between two statements. At the
// beginning only: the error of a failed statement quotes its values, which may be anybody's text.
const AWAY_IN_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/;

/** Turns what the database says into the domain's words; anything else comes back as it was. */
export function translateDatabaseError(error: unknown): unknown {
  const found = databaseError(error);
  if (found?.code === '23505' && found.constraint && CONFLICTS[found.constraint]) {
    const [code, message, pointer] = CONFLICTS[found.constraint]!;
    return new DomainError(code, message, {
      errors: [{ pointer, code: 'not_unique', message: 'is taken by another record' }],
    });
  }
  // NUL, the one character that text of Postgres cannot hold.
  if (found?.code === '22021')
    return new DomainError('invalid_parameter', 'A value holds a character that is not allowed.');
  const message = error instanceof Error ? error.message : '';
  if ((found?.code && AWAY.test(found.code)) || AWAY_IN_WORDS.test(message)) {
    return new DomainError(
      'unavailable',
      'The service cannot reach its database. Try again.',
      { retry_after: 2 },
      { cause: error },
    );
  }
  return error;
}
