import { z } from 'zod';
import { networkText } from '../../auth/network-text';
import {
  inputInstant,
  instant,
  list,
  paging,
  pathParameter,
  ref,
  resource,
  text,
  timeZone,
} from '../../data-types/contract-parts';
import {
  CHARSETS,
  HIGHEST_PORT,
  LOWEST_PORT,
  MAX_ADDRESSES,
  MAX_IDLE_MINUTES,
  MAX_WAITING_MINUTES,
} from './rules';
import {
  ACCESSION_FIELDS,
  CONNECTION_KINDS,
  CONNECTION_PROBLEMS,
  FEED_FIELDS,
  MERGE_POLICIES,
  ON_DATABASE_DOWN,
  PROCESSING_POLICIES,
  SENDER_ERRORS,
  TRANSPORTS,
  UPDATE_MODES,
} from '../../data-types/lab-connection-codes';

/** Lab connections and their ingest keys, for administrators. A key is shown once. Portal only. */

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as 08:00');

const workingHours = z
  .strictObject({
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, {
        error: 'cannot repeat a day',
        params: { code: 'not_unique' },
      }),
    from: clockTime,
    to: clockTime,
  })
  .refine(({ from, to }) => from < to, { error: 'must be after the start', path: ['to'] });

const hd = text(180);
/** All settings of a connection; the operator's tool has a flag for each. */
export const labConnectionSettings = {
  name: text(100),
  lab_name: text(200).meta({ description: 'The laboratory as reports name it; default: `name`' }),
  accreditation_number: text(100).nullable().meta({ description: 'Shown at the end of its reports' }),
  director: text(200).nullable().meta({ description: 'Shown at the end of its reports' }),
  enabled: z.boolean(),
  port: z.number().int().min(LOWEST_PORT).max(HIGHEST_PORT).nullable(),
  tls: z.boolean(),
  allowed_addresses: z.array(networkText).max(MAX_ADDRESSES),
  sending_application: hd.nullable().meta({ description: 'MSH-3; null: any' }),
  sending_facility: hd.nullable().meta({ description: 'MSH-4; null: any' }),
  receiving_application: hd.nullable().meta({ description: 'MSH-5; null: not checked' }),
  receiving_facility: hd.nullable().meta({ description: 'MSH-6; null: not checked' }),
  processing_policy: z.enum(PROCESSING_POLICIES).meta({
    description: `Messages whose MSH-11 is not P. \`production\`: rejected. \`sender_errors\`: ${SENDER_ERRORS.join(', ')} are processed as production. \`go_live\`: T and D are accepted as test messages and never filed.`,
  }),
  time_zone: timeZone,
  charset: z.enum(CHARSETS).nullable().meta({ description: 'Where MSH-18 is empty' }),
  decimal_comma: z.boolean(),
  update_mode: z.enum(UPDATE_MODES),
  mrn_authority: text(180).nullable(),
  accession_field: z.enum(ACCESSION_FIELDS),
  create_patients: z.boolean().meta({ description: 'Hospital feeds: whether unknown patients are created' }),
  update_demographics: z
    .array(z.enum(FEED_FIELDS))
    .max(FEED_FIELDS.length)
    .refine((fields) => new Set(fields).size === fields.length, {
      error: 'cannot repeat a field',
      params: { code: 'not_unique' },
    })
    .meta({ description: 'Hospital feeds: fields of known patients that a message changes' }),
  merge: z.enum(MERGE_POLICIES).meta({ description: 'Hospital feeds; default: ask' }),
  on_database_down: z.enum(ON_DATABASE_DOWN),
  silence_hours: z.number().int().min(1).max(720).nullable(),
  waiting_minutes: z.number().int().min(1).max(MAX_WAITING_MINUTES).meta({
    description: 'Minutes; a message unprocessed for longer raises an alarm',
  }),
  idle_minutes: z.number().int().min(1).max(MAX_IDLE_MINUTES).meta({
    description: 'Minutes; an MLLP connection without a message for longer is closed',
  }),
  working_hours: workingHours.nullable(),
};

export const createLabConnectionInput = z
  .strictObject({
    ...z.strictObject(labConnectionSettings).partial().shape,
    name: labConnectionSettings.name,
    kind: z.enum(CONNECTION_KINDS).optional(),
    transport: z.enum(TRANSPORTS),
  })
  .refine(({ transport, port }) => transport !== 'mllp' || (port ?? null) !== null, {
    error: 'is required for MLLP connections',
    params: { code: 'required' },
    path: ['port'],
    // Reported together with the errors of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

/** Kind and transport cannot change; create another connection instead. */
export const updateLabConnectionInput = z.strictObject({
  ...z.strictObject(labConnectionSettings).partial().shape,
  id: pathParameter,
});

export const labConnection = z.strictObject({
  id: ref('lab'),
  object: z.literal('lab_connection'),
  ...resource,
  ...labConnectionSettings,
  kind: z.enum(CONNECTION_KINDS),
  create_patients: labConnectionSettings.create_patients.nullable(),
  update_demographics: labConnectionSettings.update_demographics.nullable(),
  merge: labConnectionSettings.merge.nullable(),
  transport: z.enum(TRANSPORTS),
  allowed_addresses: z.array(z.string()),
  last_message_at: instant.nullable().meta({ description: 'Written at most every few seconds' }),
  last_problem: z.enum(CONNECTION_PROBLEMS).nullable(),
  last_problem_at: instant.nullable(),
  ignored_files: z
    .strictObject({ count: z.number().int(), endings: z.array(z.string()) })
    .nullable()
    .meta({ description: 'Folder transport: number and extensions of ignored files' }),
  waiting: z.number().int().meta({ description: 'Acknowledged messages that are not processed yet' }),
  parked: z.number().int().meta({ description: 'Messages that failed three times or were set aside' }),
  refused_connections: z.number().int().meta({
    description: 'MLLP connections rejected because all were in use, since the connection was created',
  }),
});

export const listLabConnectionsInput = z.strictObject({ limit: paging.limit, cursor: paging.cursor });
export const labConnectionPath = z.strictObject({ id: pathParameter });
export const labConnectionList = list(labConnection);

export const ingestKey = z.strictObject({
  id: ref('ing'),
  object: z.literal('ingest_key'),
  connection_id: ref('lab'),
  stub: z.string().meta({ description: 'Prefix and last four characters' }),
  expires_at: instant.nullable(),
  last_used_at: instant.nullable().meta({ description: 'Written at most once a minute' }),
  last_used_ip: z.string().nullable(),
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
  created_at: instant,
  created_by: z.string(),
  key: z.string().optional(),
});

export const listIngestKeysInput = z.strictObject({ connection_id: pathParameter });
export const ingestKeyList = z.strictObject({ object: z.literal('list'), data: z.array(ingestKey) });
export const createIngestKeyInput = z.strictObject({
  connection_id: pathParameter,
  expires_at: inputInstant.nullish().meta({
    description:
      'Default: never, because an expired key would stop a feed unnoticed. If the organization limits keys: the latest allowed time',
  }),
});
export const ingestKeyPath = z.strictObject({ id: pathParameter });

export type LabConnection = z.output<typeof labConnection>;
export type LabConnectionList = z.output<typeof labConnectionList>;
export type CreateLabConnectionInput = z.output<typeof createLabConnectionInput>;
export type UpdateLabConnectionInput = z.output<typeof updateLabConnectionInput>;
export type ListLabConnectionsInput = z.output<typeof listLabConnectionsInput>;
export type LabConnectionPath = z.output<typeof labConnectionPath>;
export type IngestKey = z.output<typeof ingestKey>;
export type IngestKeyList = z.output<typeof ingestKeyList>;
export type ListIngestKeysInput = z.output<typeof listIngestKeysInput>;
export type CreateIngestKeyInput = z.output<typeof createIngestKeyInput>;
export type IngestKeyPath = z.output<typeof ingestKeyPath>;
