import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  ACCESSION_FIELDS,
  CONNECTION_KINDS,
  CONNECTION_PROBLEMS,
  FEED_FIELDS,
  MERGE_POLICIES,
  ON_DATABASE_DOWN,
  PROCESSING_POLICIES,
  TRANSPORTS,
  UPDATE_MODES,
  type IgnoredFiles,
  type WorkingHours,
} from '../../data-types/lab-connection-codes';
import type { LabInfo } from '../../data-types/lab-result';
import { instant, orgId, resourceColumns, tenantPolicies, workerPolicy } from './columns';

export const labConnections = pgTable(
  'lab_connections',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    kind: text('kind', { enum: CONNECTION_KINDS }).notNull().default('laboratory'),
    name: text('name').notNull(),
    /** The laboratory shown on its reports; `lab.id` is the `lab_…` ID of this row. */
    lab: jsonb('lab').$type<LabInfo>().notNull(),
    transport: text('transport', { enum: TRANSPORTS }).notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** MLLP: the listening port. Ports belong to the machine, so they are unique across organizations. */
    port: integer('port'),
    tls: boolean('tls').notNull().default(false),
    /** In the notation of `readNetwork`; empty allows all addresses. */
    allowedAddresses: text('allowed_addresses').array().notNull().default([]),
    /**
     * Folder transport; null for a folder below DATA_DIR. Set by the operator only, because it is a path on the
     * machine.
     */
    directory: text('directory'),
    /** MSH-3, MSH-4; null accepts any. */
    sendingApplication: text('sending_application'),
    sendingFacility: text('sending_facility'),
    /** MSH-5, MSH-6; null skips the check. */
    receivingApplication: text('receiving_application'),
    receivingFacility: text('receiving_facility'),
    processingPolicy: text('processing_policy', { enum: PROCESSING_POLICIES })
      .notNull()
      .default('production'),
    /** IANA name; used for times without an offset. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** A value of MSH-18; null tries UTF-8, then windows-1252. */
    charset: text('charset'),
    decimalComma: boolean('decimal_comma').notNull().default(false),
    updateMode: text('update_mode', { enum: UPDATE_MODES }).notNull().default('replace_panel'),
    /** The PID-3 assigning authority of the MRN; null uses the identifier of type MR, or the only one. */
    mrnAuthority: text('mrn_authority'),
    /** Hospital feeds only, like the two below: whether an unknown patient is created. */
    createPatients: boolean('create_patients'),
    updateDemographics: text('update_demographics', { enum: FEED_FIELDS }).array(),
    merge: text('merge', { enum: MERGE_POLICIES }),
    accessionField: text('accession_field', { enum: ACCESSION_FIELDS }).notNull().default('spm2'),
    /** `close` sends no acknowledgment, so that the sender retries; `error` sends AE. */
    onDatabaseDown: text('on_database_down', { enum: ON_DATABASE_DOWN }).notNull().default('close'),
    /** Null disables the silence alarm. */
    silenceHours: integer('silence_hours'),
    /** Null means all hours. */
    workingHours: jsonb('working_hours').$type<WorkingHours | null>(),
    /** A message that stays unprocessed for longer raises an alarm. */
    waitingMinutes: integer('waiting_minutes').notNull().default(5),
    /** MLLP: an idle connection is closed after this time. */
    idleMinutes: integer('idle_minutes').notNull().default(720),
    /** MLLP: sockets rejected because all were in use, since the connection was created. */
    refusedConnections: integer('refused_connections').notNull().default(0),
    /** Written at most every few seconds. */
    lastMessageAt: instant('last_message_at'),
    lastProblem: text('last_problem', { enum: CONNECTION_PROBLEMS }),
    lastProblemAt: instant('last_problem_at'),
    /** Folder transport; null accepts every file. */
    ignoredFiles: jsonb('ignored_files').$type<IgnoredFiles | null>(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ name: 'lab_connections_pkey', columns: [table.orgId, table.id] }),
    check(
      'lab_connections_patient_policy',
      sql`num_nonnulls(create_patients, update_demographics, merge) = case kind when 'hospital_feed' then 3 else 0 end`,
    ),
    index('lab_connections_list').on(table.orgId, table.id),
    uniqueIndex('lab_connections_port')
      .on(table.port)
      .where(sql`port is not null and deleted_at is null`),
    ...tenantPolicies('lab_connections'),
    workerPolicy('lab_connections'),
  ],
);
