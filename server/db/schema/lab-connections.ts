import { sql } from 'drizzle-orm';
import {
  boolean,
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
  CONNECTION_PROBLEMS,
  ON_DATABASE_DOWN,
  PROCESSING_POLICIES,
  TRANSPORTS,
  UPDATE_MODES,
  type IgnoredFiles,
  type WorkingHours,
} from '../../domain/lab-connections/rules';
import type { LabInfo } from '../../domain/lab-results/contract';
import { instant, orgId, resourceColumns, tenantPolicies, workerPolicy } from './columns';

/** How one laboratory reaches us, and how its messages are read. */
export const labConnections = pgTable(
  'lab_connections',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    name: text('name').notNull(),
    /** The laboratory of its reports; `lab.id` is `lab_…` of this row. */
    lab: jsonb('lab').$type<LabInfo>().notNull(),
    transport: text('transport', { enum: TRANSPORTS }).notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** MLLP: where it listens. A port belongs to the machine, so no two connections of the service may have the same. */
    port: integer('port'),
    tls: boolean('tls').notNull().default(false),
    /** As `readNetwork` spells them; empty: from everywhere. */
    allowedAddresses: text('allowed_addresses').array().notNull().default([]),
    /** Folder; null: one below DATA_DIR. Set by the operator alone, because it names a place on the machine. */
    directory: text('directory'),
    /** MSH-3, MSH-4; null: any. */
    sendingApplication: text('sending_application'),
    sendingFacility: text('sending_facility'),
    /** MSH-5, MSH-6; null: not looked at. */
    receivingApplication: text('receiving_application'),
    receivingFacility: text('receiving_facility'),
    /** MSH-11 other than P. */
    processingPolicy: text('processing_policy', { enum: PROCESSING_POLICIES })
      .notNull()
      .default('production'),
    /** IANA name; for times without offset. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** In the words of MSH-18; null: UTF-8 if the bytes are that, else windows-1252. */
    charset: text('charset'),
    decimalComma: boolean('decimal_comma').notNull().default(false),
    updateMode: text('update_mode', { enum: UPDATE_MODES }).notNull().default('replace_panel'),
    /** Whose PID-3 is the MRN; null: the one of type MR, or the only one. */
    mrnAuthority: text('mrn_authority'),
    accessionField: text('accession_field', { enum: ACCESSION_FIELDS }).notNull().default('spm2'),
    /** `close`: no answer, so that the sender tries again; `error`: AE that asks for it. */
    onDatabaseDown: text('on_database_down', { enum: ON_DATABASE_DOWN }).notNull().default('close'),
    /** Null: silence is no reason for an alarm. */
    silenceHours: integer('silence_hours'),
    /** Null: at all hours. */
    workingHours: jsonb('working_hours').$type<WorkingHours | null>(),
    /** A message unprocessed for longer raises an alarm. */
    waitingMinutes: integer('waiting_minutes').notNull().default(5),
    /** MLLP: an open connection without a message for longer is closed. */
    idleMinutes: integer('idle_minutes').notNull().default(720),
    /** MLLP: connections refused because all were in use, since the connection was created. */
    refusedConnections: integer('refused_connections').notNull().default(0),
    /** Written at most every few seconds. */
    lastMessageAt: instant('last_message_at'),
    lastProblem: text('last_problem', { enum: CONNECTION_PROBLEMS }),
    lastProblemAt: instant('last_problem_at'),
    /** Folder; null: every file is taken. */
    ignoredFiles: jsonb('ignored_files').$type<IgnoredFiles | null>(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ name: 'lab_connections_pkey', columns: [table.orgId, table.id] }),
    index('lab_connections_list').on(table.orgId, table.id),
    uniqueIndex('lab_connections_port')
      .on(table.port)
      .where(sql`port is not null and deleted_at is null`),
    ...tenantPolicies('lab_connections'),
    workerPolicy('lab_connections'),
  ],
);
