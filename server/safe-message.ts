/**
 * Messages of errors that cannot contain patient data. A message reaches the log only if the whole of it matches one of
 * these: what varies is a name of the schema, an address or a number of bytes. The SQLSTATE does not decide, because
 * messages of one state differ, and because a trigger can raise any state with any text.
 */
const NAME = '"[a-z_][a-z0-9_]{0,62}"';
const FILE = '"[a-z0-9_./]{1,120}"';
const HOST = '[0-9a-f.:]{2,45}';
const DISK =
  '(?:No space left on device|Disk quota exceeded|File too large|Read-only file system|Input/output error|Permission denied|No such file or directory|Too many open files)';
const ORGANIZATION = 'org_[0-9a-z]{26}';
const ARCHIVE = `audit-${ORGANIZATION}-\\d{1,10}-\\d{1,10}\\.ndjson\\.gz`;
const TYPE =
  '(?:uuid|json|integer|smallint|bigint|numeric|real|double precision|boolean|date|time|timestamp|timestamp with time zone|interval|inet|cidr|bytea)';

const SAFE = [
  // Constraints and rights
  `duplicate key value violates unique constraint ${NAME}`,
  `insert or update on table ${NAME} violates foreign key constraint ${NAME}`,
  `update or delete on table ${NAME} violates foreign key constraint ${NAME} on table ${NAME}`,
  `null value in column ${NAME} of relation ${NAME} violates not-null constraint`,
  `new row for relation ${NAME} violates check constraint ${NAME}`,
  `new row violates row-level security policy(?: ${NAME})? for table ${NAME}`,
  `permission denied(?: for [a-z]+ [a-z_][a-z0-9_]{0,62}| to set role ${NAME})`,
  // Statement and schema do not fit
  `relation ${NAME} does not exist`,
  `column (?:${NAME}|[a-z_][a-z0-9_]{0,62}\\.[a-z_][a-z0-9_]{0,62}) (?:of relation ${NAME} )?does not exist`,
  `(?:role|database) ${NAME} does not exist`,
  `prepared statement ${NAME} (?:does not exist|already exists)`,
  'cached plan must not change result type',
  'value too long for type character varying\\(\\d{1,6}\\)',
  '(?:integer|bigint|smallint) out of range',
  // Locks, limits and restarts
  'deadlock detected',
  'could not serialize access due to (?:concurrent (?:update|delete)|read/write dependencies among transactions)',
  `could not obtain lock on (?:row in )?relation ${NAME}`,
  'canceling statement due to (?:statement timeout|lock timeout|user request|conflict with recovery)',
  'terminating connection due to (?:administrator command|conflict with recovery|idle-in-transaction timeout|idle-session timeout|transaction timeout|unexpected postmaster exit)',
  'terminating connection because of crash of another server process',
  'current transaction is aborted, commands ignored until end of transaction block',
  'cannot execute [A-Z ]{3,30} in a read-only transaction',
  'sorry, too many clients already',
  'remaining connection slots are reserved for (?:non-replication superuser connections|roles with the SUPERUSER attribute)',
  'too many connections for (?:role|database) ' + NAME,
  'the database system is (?:starting up|shutting down|in recovery mode|not (?:yet )?accepting connections)',
  // Disk and memory
  `could not (?:extend|write to|write|read|open|fsync|create|truncate|close) (?:temporary )?file ${FILE}: ${DISK}`,
  `could not (?:read|write) blocks? [0-9.]{1,30} in file ${FILE}: ${DISK}`,
  'out of (?:shared )?memory',
  // Connection
  `password authentication failed for user ${NAME}`,
  'unsupported startup parameter: [a-z_]{3,40}',
  '(?:server login has been failing|query_wait_timeout|client_login_timeout|no such database|pooler error)',
  `connect (?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH) ${HOST}`,
  '(?:read|write) (?:ECONNRESET|EPIPE|ETIMEDOUT)',
  'Connection terminated(?: unexpectedly| due to connection timeout)?',
  'timeout exceeded when trying to connect',
  'The server does not support SSL connections',
  // Of this service
  'The database does not respond\\.',
  'The database rolled back the transaction\\.',
  'The database address is not known yet\\.',
  `Seal \\d{1,10} of ${ORGANIZATION} (?:does not match its rows|is missing)\\.`,
  `${ARCHIVE} exists with other content\\.`,
  `The archive file ${ARCHIVE} was changed: its rows stay in the database\\.`,
].map((pattern) => new RegExp(`^${pattern}$`));

/** The value at the end is cut off. */
const CUT = new RegExp(`^(invalid input syntax for type ${TYPE})(?:: [^]*)?$`);

/** The first loggable message of an error and its causes. */
export function safeMessage(error: unknown): string | undefined {
  for (let current = error, depth = 0; current && depth < 5; depth++) {
    const { message, cause } = current as { message?: unknown; cause?: unknown };
    if (typeof message === 'string') {
      if (SAFE.some((pattern) => pattern.test(message))) return message;
      const cut = CUT.exec(message)?.[1];
      if (cut) return cut;
    }
    current = cause;
  }
  return undefined;
}
