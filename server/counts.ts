/**
 * Counts of this process for `/metrics`, where `COUNTED` defines name, help and labels. Kept on `globalThis`, because the
 * process has two module graphs. Values of labels come from closed lists: never patient data.
 */
interface Counted {
  help: string;
  labels: readonly string[];
  /** Values that start at 0, so that the first increase is visible. */
  start: readonly (readonly string[])[];
}

const of = (label: string, ...values: string[]) => ({ labels: [label], start: values.map((one) => [one]) });
const plain = { labels: [], start: [[]] };

/** SQLSTATE classes counted separately; the others are `other`. */
const CLASSES = ['08', '22', '23', '25', '40', '42', '53', '54', '55', '57', '58', 'XX'];

const RETENTION = [
  'inbound_messages',
  'outbound_messages',
  'deliveries',
  'quarantined_files',
  'events',
  'idempotency_records',
  'security_events',
  'sign_in_throttles',
  'rate_limits',
  'oauth_requests',
  'oauth_codes',
  'oauth_refresh_tokens',
  'signing_keys',
  'sessions',
  'sign_in_steps',
  'password_resets',
  'known_devices',
  'drafts',
  'upload_tokens',
  'invitations',
  'exports',
  'audit_events',
];

export const COUNTED = {
  clinical_db_errors_total: {
    help: 'Transactions that failed with a database error, by SQLSTATE class; connection: none was possible',
    ...of('class', ...CLASSES, 'connection', 'other'),
  },
  clinical_db_transactions_total: {
    help: 'Transactions of this process',
    ...of('outcome', 'committed', 'rolled_back'),
  },
  clinical_db_replica_reads_total: {
    help: 'Reads sent to the standby; behind and failed: repeated on the primary',
    ...of('outcome', 'answered', 'behind', 'failed'),
  },
  clinical_db_transaction_seconds_total: { help: 'Time spent in transactions', ...plain },
  clinical_db_connection_wait_seconds_total: { help: 'Time spent waiting for a connection', ...plain },
  clinical_loop_turns_total: {
    help: 'Turns of background loops',
    labels: ['loop', 'outcome'],
    start: [],
  },
  clinical_retention_removed_total: {
    help: 'Rows and files removed after their retention period, by class of data',
    ...of('class', ...RETENTION),
  },
  clinical_retention_failures_total: {
    help: 'Sweeps that could not remove a class of data',
    ...of('class', ...RETENTION),
  },
  clinical_intake_messages_total: {
    help: 'Attempts to process a message of a laboratory; parked: given up until an administrator looks at it',
    ...of('outcome', 'processed', 'returned', 'failed', 'parked'),
  },
  clinical_webhook_attempts_total: {
    help: 'Attempts to deliver an event; exhausted: the last one failed',
    ...of('outcome', 'succeeded', 'failed', 'exhausted'),
  },
  clinical_mails_total: {
    help: 'Mails, by whether the mail server accepted them',
    ...of('outcome', 'sent', 'failed'),
  },
  clinical_sign_ins_total: {
    help: 'Sign-ins to the portal; locked, busy: rejected before the password was checked',
    ...of('outcome', 'succeeded', 'failed', 'locked', 'busy', 'second_factor_failed', 'passkey_counter'),
  },
  clinical_security_events_total: {
    help: 'Failed authentication without a known organization, by the code of the error or of the event',
    labels: ['kind'],
    start: [],
  },
  clinical_audit_stream_rows_total: { help: 'Audit rows sent to AUDIT_SYSLOG_URL by this process', ...plain },
  clinical_storage_errors_total: {
    help: 'Documents that could not be stored or read: no space left, or the storage fails',
    ...of('reason', 'full', 'unwritable'),
  },
} as const satisfies Record<string, Counted>;

type Metric = keyof typeof COUNTED;

interface Figures {
  counts: Map<Metric, Map<string, { values: readonly string[]; count: number }>>;
  /** Unix times in seconds of the last success of each loop. */
  successes: Map<string, number>;
}

const slot = Symbol.for('clinical.counts');
const holder = globalThis as unknown as { [slot]?: Figures };
const figures: Figures = (holder[slot] ??= { counts: new Map(), successes: new Map() });

/** @param values of the labels, in their order */
export function count(metric: Metric, values: readonly string[] = [], by = 1): void {
  let counts = figures.counts.get(metric);
  if (!counts) figures.counts.set(metric, (counts = new Map()));
  const key = values.join('\t');
  const before = counts.get(key);
  if (before) before.count += by;
  else counts.set(key, { values, count: by });
}

export const countsOf = (metric: Metric): { values: readonly string[]; count: number }[] => [
  ...(figures.counts.get(metric)?.values() ?? []),
];

/** Also called when the loop starts, so that one that never succeeds is visible. */
export function noteSuccess(loop: string): void {
  figures.successes.set(loop, Date.now() / 1000);
}

/** A loop that has stopped is not late. */
export function forgetLoop(loop: string): void {
  figures.successes.delete(loop);
}

export const lastSuccesses = (): ReadonlyMap<string, number> => figures.successes;

/** Counts errors of PostgreSQL and of the connection to it; others are not the database's. */
export function countDatabaseError(error: unknown): void {
  for (let current = error, depth = 0; current && depth < 5; depth++) {
    const { code, severity, cause } = current as { code?: unknown; severity?: unknown; cause?: unknown };
    // Only errors of PostgreSQL have a severity; `EPIPE` could also be a SQLSTATE.
    if (typeof code === 'string' && typeof severity === 'string') {
      const found = code.slice(0, 2);
      return count('clinical_db_errors_total', [CLASSES.includes(found) ? found : 'other']);
    }
    current = cause;
  }
}
