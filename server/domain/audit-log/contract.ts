import { z } from 'zod';
import { aboutId, auditCriteria, auditFilter, auditKind, auditOutcome } from '../../data-types/audit-filter';
import { inputInstant, instant, list, nameText, ownId, paging, ref } from '../../data-types/contract-parts';
import { humanName } from '../../data-types/patient';
import { MAX_FILTER_NAME } from './rules';

/** The audit log. */

/** Outcomes for programs. */
const AUDIT_OUTCOMES = ['allowed', 'denied', 'failed'] as const;

const page = { limit: paging.limit, cursor: paging.cursor };

export const listPatientAccessInput = z.strictObject({ ...page, ...auditCriteria, patient_id: ref('pat') });
/** Omits views, lists and drafts that were allowed. */
const hide_reads = z.boolean().optional();
const about = aboutId.optional();
export const listAuditEntriesInput = z.strictObject({ ...page, ...auditCriteria, about, hide_reads });
export const exportAuditEventsInput = z.strictObject({
  ...auditCriteria,
  about,
  hide_reads,
  cursor: paging.cursor,
});
/** The last part has no `next_cursor`. */
export const auditFile = z.strictObject({
  file_name: z.string(),
  content: z.string(),
  count: z.number().int(),
  next_cursor: z.string().nullable(),
});

/** The name is null once the object is deleted. */
const named = z.strictObject({ id: z.string(), name: z.string().nullable() });

/** The name is null if it is unknown; a deleted object has no page. */
const auditObject = z.strictObject({
  /** `res_…`, `doc_…` and so on. */
  id: z.string(),
  name: z.string().nullable(),
  /** The patient, webhook or connection on whose pages the object is. */
  parent_id: z.string().nullable(),
  deleted: z.boolean(),
});

/** Only the ID of a deleted or erased patient, and nothing of an unknown one. */
const auditPatient = z.strictObject({
  id: ref('pat').nullable(),
  name: humanName.nullable(),
  mrn: z.string().nullable(),
  erased: z.boolean(),
});

const changedValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const auditEntry = z.strictObject({
  id: ref('aud'),
  at: instant,
  who: named,
  app: named.nullable(),
  transport: z.enum(['v1', 'portal', 'oauth', 'intake', 'admin', 'system']),
  action: z.string(),
  kind: auditKind,
  outcome: auditOutcome,
  code: z.string().nullable(),
  object: auditObject.nullable(),
  /** Empty for many patients, and in the access log of one. */
  patients: z.array(auditPatient),
  patient_count: z.number().int(),
  fields: z.array(z.string()),
  /** Of an invalid request; without values. */
  rejected_fields: z.array(z.string()),
  /** What was created: permissions, expiry and ending of a key, events of a webhook and the like. Of an invalid key, why. */
  facts: z.array(z.strictObject({ field: z.string(), value: changedValue })),
  /** Old and new values of settings, roles and names; other operations record only the fields. */
  changes: z.array(z.strictObject({ field: z.string(), was: changedValue, is: changedValue })),
  /** A reason code from the form, for operations that require a reason. */
  reason: z.string().nullable(),
  /** Set if a credential without read access changed a patient and received the whole record. */
  record_returned: z.boolean(),
  /** Of operations that switch something, such as a webhook or a restriction: whether it is on afterwards. */
  switched_on: z.boolean().nullable(),
  ip: z.string().nullable(),
  request_id: z.string(),
});
export const auditEntryList = list(auditEntry);

const auditEvent = z
  .strictObject({
    id: ownId('aud'),
    object: z.literal('audit_event'),
    occurred_at: instant.meta({ description: 'Time of the operation' }),
    actor: z
      .strictObject({
        type: z
          .enum(['user', 'api_key', 'app', 'laboratory', 'system'])
          .meta({ open: true, description: 'Kind of actor' }),
        id: z.string().nullable().meta({
          description: '`usr_…`, `key_…`, `app_…` or `lab_…`; null for the service itself',
        }),
      })
      .meta({ description: 'Who performed the operation' }),
    app_id: ref('app').nullable().meta({ description: 'The application that acted for the user' }),
    transport: z.enum(['v1', 'portal', 'oauth', 'intake', 'admin', 'system']).meta({
      open: true,
      description:
        '`v1`: this interface; `portal`: a page; `oauth`: sign-in of an application; `intake`: received messages; `admin`: the command line of the operator; `system`: background work',
    }),
    action: z.string().meta({ description: 'Name of the operation, such as `get_patient`' }),
    kind: auditKind.meta({ open: true, description: '`auth`: sign-ins, sessions and tokens' }),
    outcome: z.enum(AUDIT_OUTCOMES).meta({
      open: true,
      description: '`denied`: not permitted, or rejected as invalid; `failed`: an error of the service',
    }),
    error_code: z.string().nullable().meta({
      description: 'Code of the error response; null if the outcome is `allowed`',
    }),
    target: z
      .strictObject({
        type: z.string().meta({ description: 'Kind of object, such as `lab_result`' }),
        id: z.string().nullable().meta({ description: 'Null for lists' }),
      })
      .nullable()
      .meta({ description: 'What was read or changed; null if the operation has no object' }),
    patient_ids: z.array(ref('pat')).meta({
      description:
        'Every patient whose data was returned, changed or requested, including deleted and erased ones. IDs in denied requests that are not of the organization are left out.',
    }),
    fields: z.array(z.string()).meta({ description: 'Names of the changed fields, without values' }),
    count: z.number().int().nullable().meta({ description: 'Number of returned or changed objects' }),
    request_id: z
      .string()
      .meta({ description: 'ID of the request, `req_…`, as in the header `X-Request-Id`' }),
    ip_address: z
      .string()
      .nullable()
      .meta({ description: 'IP address of the caller; null for the service itself' }),
  })
  .meta({ id: 'AuditEvent' });

export const listAuditEventsInput = z.strictObject({
  ...paging,
  patient_id: ref('pat').optional().meta({
    description:
      'Only entries about this patient, including records merged into it. Deleted and erased patients are found too.',
  }),
  actor: auditCriteria.who.meta({
    description:
      'Only entries of this user, API key, application (also when it acted for a user), laboratory connection, or `system`',
  }),
  action: z.string().min(1).max(100).optional().meta({
    description: 'Only entries of this operation, exact',
  }),
  kind: auditKind.optional().meta({ description: 'Only entries of this kind' }),
  outcome: z.enum(AUDIT_OUTCOMES).optional().meta({ description: 'Only entries with this outcome' }),
  occurred_since: inputInstant.optional(),
  occurred_until: inputInstant.optional(),
  sort: z.enum(['position', '-position']).optional().meta({
    description:
      'Default: `-position`, newest first. Use `position` to follow the log: oldest first, always with a `next_cursor`.',
  }),
});
export const auditEventList = list(auditEvent);

/** Kinds of security events about a known user. */
const SECURITY_KINDS = [
  'sign_in_failed',
  'sign_in_locked',
  'sign_in_busy',
  'second_factor_failed',
  'passkey_counter',
  'single_sign_on_failed',
  'reset_not_sent',
] as const;

export const listSecurityEventsInput = z.strictObject({
  ...page,
  who: ref('usr').optional(),
  code: z.enum(SECURITY_KINDS).optional(),
  since: inputInstant.optional(),
  until: inputInstant.optional(),
});
/** Events of one kind about one user from one address within a minute. */
export const securityEventList = list(
  z.strictObject({
    /** Start of the minute. */
    at: instant,
    who: named,
    code: z.string(),
    count: z.number().int(),
    /** For IPv6, the /64 network. */
    ip: z.string(),
    /** Of the last one. */
    request_id: z.string(),
  }),
);

export const listEntryPatientsInput = z.strictObject({ id: ref('aud') });
/** At most 100 of them. */
export const entryPatients = z.strictObject({
  data: z.array(auditPatient),
  patient_count: z.number().int(),
});

export const findAuditedPatientInput = z.strictObject({ mrn: z.string().min(1).max(64) });
/** The ID is null for an unknown MRN. */
export const auditedPatient = z.strictObject({ id: ref('pat').nullable() });

export const auditActors = z.strictObject({
  people: z.array(named),
  keys: z.array(named),
  apps: z.array(named),
  connections: z.array(named),
});

const filterName = nameText(MAX_FILTER_NAME);
export const savedAuditFilter = z.strictObject({ name: filterName, filter: auditFilter });
export const deleteAuditFilterInput = z.strictObject({ name: filterName });
export const savedAuditFilterList = z.strictObject({ data: z.array(savedAuditFilter) });

/** For a printout, without pages. */
export const printPatientAccessInput = z.strictObject({ ...auditCriteria, patient_id: ref('pat') });
export const patientAccessSheet = z.strictObject({
  object: z.literal('patient_access_sheet'),
  entries: z.array(auditEntry),
  /** There are earlier entries, which are not included. */
  cut: z.boolean(),
});
export type ListEntryPatientsInput = z.output<typeof listEntryPatientsInput>;
export type EntryPatients = z.output<typeof entryPatients>;
export type FindAuditedPatientInput = z.output<typeof findAuditedPatientInput>;
export type AuditedPatient = z.output<typeof auditedPatient>;
export type ListPatientAccessInput = z.output<typeof listPatientAccessInput>;
export type PrintPatientAccessInput = z.output<typeof printPatientAccessInput>;
export type PatientAccessSheet = z.output<typeof patientAccessSheet>;
export type ListAuditEntriesInput = z.output<typeof listAuditEntriesInput>;
export type ExportAuditEventsInput = z.output<typeof exportAuditEventsInput>;
export type AuditFile = z.output<typeof auditFile>;
export type AuditEntry = z.output<typeof auditEntry>;
export type AuditEntryList = z.output<typeof auditEntryList>;
export type AuditEvent = z.output<typeof auditEvent>;
export type ListAuditEventsInput = z.output<typeof listAuditEventsInput>;
export type AuditEventList = z.output<typeof auditEventList>;
export type ListSecurityEventsInput = z.output<typeof listSecurityEventsInput>;
export type SecurityEventList = z.output<typeof securityEventList>;
export type AuditActors = z.output<typeof auditActors>;
export type SavedAuditFilter = z.output<typeof savedAuditFilter>;
export type SavedAuditFilterList = z.output<typeof savedAuditFilterList>;
