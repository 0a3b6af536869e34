import { z } from 'zod';
import { instant, list, notesText, paging, pathParameter, ref } from '../../data-types/contract-parts';
import { INBOUND_DOCUMENT_OUTCOMES, INBOUND_DOCUMENT_STATES } from '../../data-types/inbound-message-codes';
import { candidate, sentAddress } from '../inbound-reports/contract';
import { CHECKED_FIELDS, FOUND_BY, QUEUE_VIEWS } from '../inbound-reports/rules';
import { registerPatientInput } from '../patients/contract';
import { LISTED_STATES, MAX_REASON, MOST_LOOKED_UP } from './rules';

/** Documents of messages (MDM) that are not filed yet. Portal only. */

export const listInboundDocumentsInput = z.strictObject({
  limit: paging.limit,
  cursor: paging.cursor,
  view: z.enum(QUEUE_VIEWS).exclude(['parked']).default('open'),
});
export const getInboundDocumentInput = z.strictObject({
  id: pathParameter,
  /** Patients found by search. */
  with: z.array(ref('pat')).max(MOST_LOOKED_UP).default([]),
});

const words = z.string().nullable();

const summary = {
  id: ref('idc'),
  object: z.literal('inbound_document'),
  state: z.enum(INBOUND_DOCUMENT_STATES),
  outcome: z.enum(INBOUND_DOCUMENT_OUTCOMES).nullable(),
  /** Key of `DOCUMENT_PROBLEM_WORDS`. */
  problem: words,
  /** Which number named a patient, and what of the patient differs, as for reports. */
  found_by: z.enum(FOUND_BY).nullable(),
  differs: z.array(z.enum(CHECKED_FIELDS)),
  event: z.string(),
  title: z.string(),
  number: words,
  sent_at: instant,
  received_at: instant,
  connection: z.string(),
  message_id: ref('msg'),
  family: words,
  given: words,
  birth_date: words,
  /** If it is not a valid date. Null if it was received by version 0.1.0. */
  birth_date_unread: words,
  sex: words,
  mrn: words,
  /** Why it was rejected, or decided in another way. */
  reason: words,
};
const inboundDocument = z.strictObject(summary);
const decided = z.strictObject({ at: instant, by_name: words, reason: words }).nullable();
export const inboundDocumentList = list(inboundDocument.extend({ decided }));

export const inboundDocumentDetail = z.strictObject({
  ...summary,
  /** The chart that it concerns. Null if unknown or no longer accessible. */
  chart: z.strictObject({ id: ref('pat'), family: z.string(), given: z.string() }).nullable(),
  document_id: ref('doc').nullable(),
  decided,
  sent: z.strictObject({
    names: z.array(z.string()),
    birth_date_unread: words,
    identifiers: z.array(z.strictObject({ number: z.string(), type: words, authority: words })),
    addresses: z.array(z.string()),
    /** The address for a new record, if exactly one was sent. */
    address: sentAddress.nullable(),
    contacts: z.array(z.string()),
    author: words,
    document_date: words,
    parent: words,
    placer_number: words,
    /** Beginning of the text. */
    text: words,
    /** Number of the part with the whole text, if `text` is cut. */
    whole_text: z.number().int().nullable(),
    files: z.array(
      z.strictObject({
        /** To open it (`openInboundFile`). */
        part: z.number().int(),
        name: words,
        type: words,
        /** False as well if its type is not accepted. */
        may_open: z.boolean(),
        /** The end of a PDF file is missing. */
        lacks_end: z.boolean(),
        size: z.number().int(),
      }),
    ),
    unread_files: z.number().int(),
  }),
  /** Other messages about the document that need a decision. */
  same_document: z.array(
    z.strictObject({
      id: ref('idc'),
      event: z.string(),
      received_at: instant,
      /** It is filed with this one: its patient is the same as sent. */
      filed_too: z.boolean(),
    }),
  ),
  /** A rejected document must be returned first. */
  may_file: z.boolean(),
  may_open: z.boolean(),
  /** The MRN that a patient created from it gets, as theirs or as an identifier. */
  mrn_if_created: words,
  /** It is theirs, as in patient data of the hospital. */
  becomes_mrn: z.boolean(),
  /** Empty if it cannot be filed, as `others`. */
  candidates: z.array(candidate),
  others: z.array(candidate),
  /** Possible matches and looked up patients in restricted charts that the user has not opened. */
  restricted: z.array(ref('pat')),
});

/** The patient as the user entered it. */
export const createPatientFromDocumentInput = z.strictObject({
  id: pathParameter,
  ...registerPatientInput.shape,
});
export type CreatePatientFromDocumentInput = z.output<typeof createPatientFromDocumentInput>;

const reason = notesText(MAX_REASON);
export const fileInboundDocumentInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  /** Required if patient and document contradict each other. */
  reason: reason.optional(),
});
export const dismissInboundDocumentInput = z.strictObject({ id: pathParameter, reason });
export const returnInboundDocumentInput = z.strictObject({ id: pathParameter });
export const returnedInboundDocument = z.strictObject({ id: ref('idc'), state: z.enum(LISTED_STATES) });
export const filedInboundDocument = z.strictObject({
  id: ref('idc'),
  state: z.enum(INBOUND_DOCUMENT_STATES),
  patient_id: ref('pat').nullable(),
  /** Its newest version. */
  document_id: ref('doc').nullable(),
  /** Other unmatched messages about the same document. */
  also_filed: z.number().int(),
  /** Filing it changed nothing else. */
  may_undo: z.boolean(),
});

export type ListInboundDocumentsInput = z.output<typeof listInboundDocumentsInput>;
export type GetInboundDocumentInput = z.output<typeof getInboundDocumentInput>;
export type InboundDocument = z.output<typeof inboundDocument>;
export type InboundDocumentList = z.output<typeof inboundDocumentList>;
export type InboundDocumentDetail = z.output<typeof inboundDocumentDetail>;
export type FileInboundDocumentInput = z.output<typeof fileInboundDocumentInput>;
export type DismissInboundDocumentInput = z.output<typeof dismissInboundDocumentInput>;
export type ReturnInboundDocumentInput = z.output<typeof returnInboundDocumentInput>;
export type ReturnedInboundDocument = z.output<typeof returnedInboundDocument>;
export type FiledInboundDocument = z.output<typeof filedInboundDocument>;
