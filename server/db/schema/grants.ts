import type { PgTable } from 'drizzle-orm/pg-core';
import type * as schema from './index';

/**
 * Privileges of each role on each table; Postgres denies everything else, whatever the code does. `npm run db:generate`
 * writes changes into the next migration. Where a table enables row-level security, it is forced for the owner as well.
 */
type Tables = typeof schema;
export type TableName = {
  [K in keyof Tables]: Tables[K] extends PgTable ? Tables[K]['_']['name'] : never;
}[keyof Tables];

type Privilege = 'select' | 'insert' | 'update' | 'delete';
export type Rights = Readonly<Partial<Record<Privilege, true | readonly string[]>>>;

export interface TableGrants {
  /** The role of every request, subject to the policies. */
  app: Rights;
  /** Crosses organizations: reads queues and timers, never patient data. */
  worker?: Rights;
  /** Erases a patient, within one organization: the only role that may delete history. */
  eraser?: Rights;
}

const READ = { select: true } as const;
/** History: inserted and read, never changed. */
const APPEND = { select: true, insert: true } as const;
/** Never deleted: the audit log and other rows refer to rows that have ended. */
const KEEP = { select: true, insert: true, update: true } as const;
/** Inserted and deleted, never updated. */
const REPLACE = { select: true, insert: true, delete: true } as const;
const ALL = { select: true, insert: true, update: true, delete: true } as const;
/** Removes what belongs to an erased patient. */
const ERASE = { select: true, delete: true } as const;
/** Deletes expired rows and reads nothing else of them. */
const SWEEP = { select: ['expires_at'], delete: true } as const;
/** Deletes the content of messages without reading it. */
const SWEEP_CONTENT = { select: ['org_id', 'message_id'], delete: true } as const;
/** Whether a message still needs a decision, but not about whom. */
const DECISIONS = { select: ['org_id', 'message_id', 'state'] } as const;

export const GRANTS: Readonly<Record<TableName, TableGrants>> = {
  api_keys: { app: KEEP },
  audit_archives: { app: READ, worker: { select: true, insert: true, update: ['removed_at'] } },
  audit_events: {
    app: {
      select: true,
      // All but `txid`: the sealer relies on Postgres to set it.
      insert: [
        'org_id',
        'id',
        'at',
        'actor',
        'transport',
        'action',
        'kind',
        'outcome',
        'code',
        'object_kind',
        'object_id',
        'patient_ids',
        'request_id',
        'ip',
        'detail',
      ],
    },
    worker: READ,
  },
  audit_filters: { app: REPLACE },
  // The worker appends to the chain; no one may change or remove a link.
  audit_seals: { app: READ, worker: APPEND },
  // The worker remembers how far it has sent each audit.
  audit_streams: { app: READ, worker: { select: true, insert: true, update: true } },
  auth_sessions: {
    app: KEEP,
    worker: { select: ['org_id', 'id', 'expires_at', 'check_due_at', 'revoked_at'], delete: true },
  },
  catalog_imports: { app: KEEP },
  catalog_tests: { app: KEEP },
  chart_accesses: { app: APPEND, eraser: ERASE },
  delegations: { app: KEEP },
  deliveries: {
    app: KEEP,
    worker: {
      select: true,
      insert: true,
      update: ['status', 'attempts', 'next_attempt_at', 'lease_until', 'lease_token', 'finished_at'],
      delete: true,
    },
    eraser: { select: true },
  },
  delivery_attempts: { app: READ, worker: REPLACE, eraser: ERASE },
  document_corrections: { app: APPEND, eraser: { select: true, update: ['other_id'], delete: true } },
  documents: {
    app: KEEP,
    // The queue of malware scans: which document is due, but not its type or patient.
    worker: {
      select: [
        'org_id',
        'id',
        'created_at',
        'status',
        'scan_status',
        'storage_key',
        'scan_due_at',
        'scan_attempts',
      ],
      update: ['scan_due_at'],
    },
    eraser: ERASE,
  },
  drafts: { app: ALL, worker: SWEEP, eraser: ERASE },
  encryption_keys: { app: REPLACE },
  // A certificate is never changed, except for files that are removed after the commit.
  erasures: { app: { select: true, insert: true, update: ['pending_files', 'files_removed_at'] } },
  events: { app: APPEND, worker: REPLACE, eraser: { select: true } },
  // The queue of exports: which is due or has expired, but not what it contains.
  exports: {
    app: KEEP,
    worker: { select: ['org_id', 'id', 'status', 'due_at', 'expires_at'], update: ['due_at'], delete: true },
    eraser: {
      select: true,
      update: ['version', 'updated_at', 'status', 'failure_reason', 'due_at', 'expires_at'],
    },
  },
  export_files: { app: REPLACE, worker: { select: ['org_id', 'export_id'] }, eraser: ERASE },
  favorite_tests: { app: REPLACE },
  // Rows are inserted by `open_generation`, for the worker.
  generations: { app: READ, worker: READ },
  idempotency_records: {
    app: APPEND,
    worker: { select: ['created_at', 'org_id'], delete: true },
    eraser: { select: true, update: ['output'] },
  },
  identity_domains: { app: ALL },
  identity_providers: { app: ALL },
  inbound_documents: { app: KEEP, worker: { select: [...DECISIONS.select, 'problem'] }, eraser: ERASE },
  // Received bytes are never changed.
  inbound_message_bytes: {
    app: APPEND,
    worker: SWEEP_CONTENT,
    eraser: { select: true, update: ['bytes'], delete: true },
  },
  inbound_messages: {
    app: KEEP,
    // The message queue: which message of which connection is due, but not its content or bytes.
    worker: {
      select: [
        'org_id',
        'id',
        'connection_id',
        'position',
        'received_at',
        'state',
        'tries',
        'next_try_at',
        'lease_until',
        'lease_token',
      ],
      update: [
        'tries',
        'next_try_at',
        'lease_until',
        'lease_token',
        // With the bytes, the name of the file is removed.
        'content_removed_at',
        'content_removal',
        'file_name',
      ],
    },
    eraser: { select: true, update: true },
  },
  inbound_patient_updates: { app: KEEP, worker: DECISIONS, eraser: ERASE },
  inbound_reports: { app: KEEP, worker: DECISIONS, eraser: ERASE },
  ingest_keys: { app: KEEP },
  invitations: { app: KEEP, worker: { select: ['accepted_at', 'revoked_at', 'expires_at'], delete: true } },
  known_devices: { app: ALL, worker: SWEEP },
  lab_codes: { app: KEEP },
  lab_connections: {
    app: KEEP,
    // Where to listen, for all organizations, and when to warn.
    worker: {
      select: [
        'org_id',
        'id',
        'version',
        'transport',
        'enabled',
        'port',
        'tls',
        'allowed_addresses',
        'directory',
        'on_database_down',
        'waiting_minutes',
        'idle_minutes',
        'deleted_at',
      ],
    },
  },
  lab_observations: { app: ALL, eraser: ERASE },
  lab_order_items: { app: KEEP, eraser: ERASE },
  // The timer of overdue orders: which order is due, but not the tests or the patient.
  lab_orders: { app: KEEP, worker: { select: ['org_id', 'id', 'status', 'overdue_due_at'] }, eraser: ERASE },
  lab_providers: { app: KEEP },
  lab_result_versions: { app: APPEND, eraser: ERASE },
  // The timer of critical values: which report is due, but not its content.
  lab_results: { app: KEEP, worker: { select: ['org_id', 'id', 'critical_due_at'] }, eraser: ERASE },
  lab_units: { app: ALL },
  logout_tokens: { app: APPEND, worker: SWEEP },
  // Security events about a person are kept as long as the person's organizations want.
  memberships: { app: KEEP, worker: { select: ['org_id', 'user_id'] } },
  oauth_app_secrets: { app: ALL },
  oauth_apps: { app: KEEP },
  // A used code or refresh token stays used: the app marks rows and deletes none.
  oauth_codes: { app: KEEP, worker: SWEEP },
  oauth_consents: { app: ALL },
  oauth_grants: { app: KEEP },
  oauth_refresh_tokens: { app: KEEP, worker: SWEEP },
  oauth_requests: { app: KEEP, worker: SWEEP },
  order_destinations: {
    app: ALL,
    // Which destination has work, its kind and its lease, but not its address or secrets.
    worker: {
      select: ['org_id', 'connection_id', 'transport', 'paused', 'lease_until', 'lease_token'],
      update: ['lease_until', 'lease_token'],
    },
  },
  order_sets: { app: ALL },
  organization_logos: { app: ALL },
  organizations: {
    app: KEEP,
    // Which there are, how long each keeps its data, and which sandbox waits for a reset.
    worker: {
      select: [
        'id',
        'slug',
        'suspended_at',
        'sandbox_reset_requested_at',
        'inbound_message_months',
        'outbound_message_months',
        'event_days',
        'delivery_days',
        'security_event_months',
        'audit_retention_years',
      ],
    },
  },
  // The bytes of a message are never changed.
  outbound_message_bytes: {
    app: { select: true, insert: true, update: ['answer', 'answered_at'] },
    worker: SWEEP_CONTENT,
    eraser: ERASE,
  },
  outbound_messages: {
    app: KEEP,
    // Which connection has a message to send and since when, but not the order or the answer.
    worker: {
      select: [
        'org_id',
        'id',
        'connection_id',
        'order_id',
        'position',
        'created_at',
        'stat',
        'status',
        'next_attempt_at',
      ],
      update: ['content_removed_at'],
    },
    eraser: ERASE,
  },
  passkeys: { app: ALL },
  password_resets: { app: KEEP, worker: SWEEP },
  patient_feeds: { app: ALL, eraser: ERASE },
  patient_merges: { app: KEEP, eraser: ERASE },
  // Rebuilt from the patient's record, like `patient_tokens`.
  patient_identifiers: { app: ALL, eraser: ERASE },
  patient_tokens: { app: ALL, eraser: ERASE },
  patients: { app: KEEP, eraser: ERASE },
  pinned_tests: { app: ALL, eraser: ERASE },
  rate_limits: {
    app: KEEP,
    worker: {
      select: ['org_id', 'subject', 'policy', 'window_started_at', 'used'],
      insert: true,
      update: ['window_started_at', 'used'],
      delete: true,
    },
  },
  recent_patients: { app: ALL, eraser: ERASE },
  recovery_codes: { app: ALL },
  review_entries: { app: APPEND, eraser: ERASE },
  scim_groups: { app: ALL },
  scim_tokens: { app: KEEP },
  scim_users: { app: ALL },
  security_events: { app: KEEP, worker: { select: ['minute', 'user_id'], delete: true } },
  sign_in_steps: { app: KEEP, worker: SWEEP },
  sign_in_throttles: { app: ALL, worker: { select: ['updated_at'], delete: true } },
  sign_on_failures: { app: REPLACE, worker: SWEEP },
  // A key is never replaced in place: only its expiry changes.
  signing_keys: { app: { select: true, insert: true, update: ['expires_at'] }, worker: SWEEP },
  totp_secrets: { app: ALL },
  upload_tokens: { app: KEEP, worker: SWEEP, eraser: ERASE },
  storage_claims: { app: REPLACE, worker: READ },
  // Which uploads have expired, but not their content.
  uploads: { app: ALL, worker: { select: ['org_id', 'id', 'expires_at'] }, eraser: ERASE },
  user_identities: { app: ALL },
  users: { app: KEEP },
  webhook_secrets: { app: ALL, worker: READ },
  webhooks: {
    app: KEEP,
    worker: {
      select: [
        'org_id',
        'id',
        'version',
        'url',
        'events',
        'enabled',
        'status',
        'disabled_reason',
        'last_success_at',
        'last_failure_at',
        'first_failure_at',
        'consecutive_failures',
        'deleted_at',
      ],
      update: [
        'enabled',
        'status',
        'disabled_reason',
        'last_success_at',
        'last_failure_at',
        'first_failure_at',
        'consecutive_failures',
        'updated_at',
      ],
    },
  },
};

/** Not written to the WAL: emptied when the database crashes. */
export const UNLOGGED: readonly TableName[] = ['rate_limits'];
