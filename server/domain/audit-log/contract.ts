import { z } from 'zod';
import { auditCriteria, auditFilter, auditKind, auditOutcome } from '../../data-types/audit-filter';
import { inputInstant, instant, list, nameText, paging, ref } from '../../data-types/contract-parts';
import { humanName } from '../../data-types/patient';
import { MAX_FILTER_NAME } from './rules';

/** The audit log for the portal. */

const page = { limit: paging.limit, cursor: paging.cursor };

export const listPatientAccessInput = z.strictObject({ ...page, ...auditCriteria, patient_id: ref('pat') });
/** Omits views and lists that were allowed. */
const hide_reads = z.boolean().optional();
export const listAuditEntriesInput = z.strictObject({ ...page, ...auditCriteria, hide_reads });
export const exportAuditEventsInput = z.strictObject({ ...auditCriteria, hide_reads, cursor: paging.cursor });
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

/** Only the ID of a deleted patient, and nothing of an unknown one. */
const auditPatient = z.strictObject({
  id: ref('pat').nullable(),
  name: humanName.nullable(),
  mrn: z.string().nullable(),
});

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
  /** A reason code from the form, for operations that require a reason. */
  reason: z.string().nullable(),
  /** Set if a credential without read access changed a patient and received the whole record. */
  record_returned: z.boolean(),
  ip: z.string().nullable(),
  request_id: z.string(),
});
export const auditEntryList = list(auditEntry);

/** Kinds of security events about a known user. */
const SECURITY_KINDS = [
  'sign_in_failed',
  'sign_in_locked',
  'sign_in_busy',
  'second_factor_failed',
  'passkey_counter',
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

export const auditActors = z.strictObject({
  people: z.array(named),
  keys: z.array(named),
  apps: z.array(named),
});

const filterName = nameText(MAX_FILTER_NAME);
export const savedAuditFilter = z.strictObject({ name: filterName, filter: auditFilter });
export const deleteAuditFilterInput = z.strictObject({ name: filterName });
export const savedAuditFilterList = z.strictObject({ data: z.array(savedAuditFilter) });

export type ListPatientAccessInput = z.output<typeof listPatientAccessInput>;
export type ListAuditEntriesInput = z.output<typeof listAuditEntriesInput>;
export type ExportAuditEventsInput = z.output<typeof exportAuditEventsInput>;
export type AuditFile = z.output<typeof auditFile>;
export type AuditEntry = z.output<typeof auditEntry>;
export type AuditEntryList = z.output<typeof auditEntryList>;
export type ListSecurityEventsInput = z.output<typeof listSecurityEventsInput>;
export type SecurityEventList = z.output<typeof securityEventList>;
export type AuditActors = z.output<typeof auditActors>;
export type SavedAuditFilter = z.output<typeof savedAuditFilter>;
export type SavedAuditFilterList = z.output<typeof savedAuditFilterList>;
