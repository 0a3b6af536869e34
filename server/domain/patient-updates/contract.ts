import { z } from 'zod';
import { instant, list, notesText, paging, pathParameter, ref } from '../../data-types/contract-parts';
import { PATIENT_UPDATE_OUTCOMES, PATIENT_UPDATE_STATES } from '../../data-types/inbound-message-codes';
import { candidate, sentAddress } from '../inbound-reports/contract';
import { patient, registerPatientInput } from '../patients/contract';
import { MERGE_FIELDS } from '../patients/rules';
import { CONTRADICTIONS, MAX_REASON, MOST_LOOKED_UP, OPEN_STATES, UPDATE_VIEWS } from './rules';

/** Patients in messages of a hospital feed. Portal only. */

export const listPatientUpdatesInput = z.strictObject({
  limit: paging.limit,
  cursor: paging.cursor,
  view: z.enum(UPDATE_VIEWS).default('open'),
});
export const getPatientUpdateInput = z.strictObject({
  id: pathParameter,
  /** Patients found by search. */
  with: z.array(ref('pat')).max(MOST_LOOKED_UP).default([]),
});

const words = z.string().nullable();
const decision = z.strictObject({ at: instant, by_name: words, reason: words });

const summary = {
  id: ref('upd'),
  object: z.literal('inbound_patient_update'),
  state: z.enum(PATIENT_UPDATE_STATES),
  outcome: z.enum(PATIENT_UPDATE_OUTCOMES).nullable(),
  /** Key of `UPDATE_PROBLEM_WORDS`. */
  problem: words,
  /** All fields in which the message contradicts the patient, of which the problem is the first. */
  differs: z.array(z.enum(CONTRADICTIONS)),
  event: z.string(),
  sent_at: instant,
  received_at: instant,
  connection: z.string(),
  message_id: ref('msg'),
  family: words,
  given: words,
  birth_date: words,
  /** As sent, if it is not a valid date. */
  birth_date_unread: words,
  sex: words,
  mrn: words,
  /** Of the record to be merged, moved or renumbered (MRG). */
  prior_mrn: words,
  /** By a user. */
  decided: decision.nullable(),
};
const patientUpdate = z.strictObject(summary);
export const patientUpdateList = list(patientUpdate);

const updateCandidate = candidate.extend({
  /** The record without and with the data of the message; null if it cannot be applied. */
  applied: z.strictObject({ before: patient, after: patient }).nullable(),
  /** Contradicting fields that applying it leaves as they are, because newer data was applied. They need no reason. */
  kept: z.array(z.enum(CONTRADICTIONS)),
  /** The record has the MRN of MRG. */
  has_prior_mrn: z.boolean(),
  /** The prior name (MRG-7) is another person's, so that a reason is required. */
  prior_name_differs: z.boolean(),
  /** MRNs of the message that belong to another patient, so that it cannot be applied to this one. */
  taken_mrns: z.array(
    z.strictObject({
      mrn: z.string(),
      /** Null if the user may not see the chart. */
      owner: z.strictObject({ family: z.string(), given: z.string(), birth_date: z.string() }).nullable(),
    }),
  ),
});
export type UpdateCandidate = z.output<typeof updateCandidate>;

export const patientUpdateDetail = z.strictObject({
  ...summary,
  patient_id: ref('pat').nullable(),
  /** The newest message about the patient that needs a decision: it replaced this one, or lacks some of its fields. */
  newest_id: ref('upd').nullable(),
  fields: z.array(z.string()),
  /** What a user's decision or a merge changed in the record; null if its values are not known. */
  changes: z
    .strictObject({
      before: patient,
      after: patient,
      may_undo: z.boolean(),
      /** Fields that have changed since: they prevent undoing it. */
      changed_since: z.array(z.string()),
    })
    .nullable(),
  /**
   * What later messages gave charts through an MRN of this one that the decision linked to them: undoing the decision
   * leaves it there.
   */
  later: z.array(
    z.strictObject({
      patient_id: ref('pat'),
      family: z.string(),
      given: z.string(),
      since: instant,
      fields: z.array(z.string()),
      lab_results: z.number().int(),
      documents: z.number().int(),
    }),
  ),
  /** The record that a user or the hospital merged into the patient, and how the merge was undone. */
  merge: z.strictObject({ family: z.string(), given: z.string(), undone: decision.nullable() }).nullable(),
  sent: z.strictObject({
    names: z.array(z.string()),
    birth_date_unread: words,
    identifiers: z.array(z.strictObject({ number: z.string(), type: words, authority: words })),
    /** MRG: identifiers that no longer apply. */
    prior_identifiers: z.array(z.strictObject({ number: z.string(), type: words, authority: words })),
    /** MRG-7: the patient with these identifiers. */
    prior_names: z.array(z.strictObject({ family: words, given: words })),
    addresses: z.array(z.string()),
    /** The address for a new record, if exactly one was sent. */
    address: sentAddress.nullable(),
    contacts: z.array(z.string()),
    deceased_at: words,
  }),
  /** Whether it may be applied to one patient. */
  may_apply: z.boolean(),
  /** Whether two records may be merged from it. */
  may_merge: z.boolean(),
  /** Whether it is a request that is closed, rather than rejected. */
  may_close: z.boolean(),
  /** The records that the message names, if there is one of each kind. */
  proposed_merge: z
    .strictObject({
      kept: patient,
      merged: patient,
      /** The merged record with what MRG says of it. */
      merged_compared: candidate.shape.compared,
      /** The kept record with the data of the message. */
      after: patient,
      /** Fields in which the records contradict each other: they may be of two people. */
      contradicts: z.array(z.enum(MERGE_FIELDS)),
    })
    .nullable(),
  /** Of an open request about more than one record, unless a merge is proposed. */
  request: z
    .strictObject({
      /** MRNs that no record has. */
      unknown_mrns: z.array(z.string()),
      /** One record has all MRNs. */
      is_merged: z.boolean(),
    })
    .nullable(),
  /** Whether the patient may be created from the message. */
  may_create: z.boolean(),
  /** Of a patient created from the message; null if the service assigns one. */
  mrn_if_created: words,
  candidates: z.array(updateCandidate),
  others: z.array(updateCandidate),
  /** Possible matches and looked up patients in restricted charts that the user has not opened. */
  restricted: z.array(ref('pat')),
});

/** Portal only: two records that may be of one patient. */
export const comparePatientsInput = z.strictObject({
  id: pathParameter,
  other_id: pathParameter,
  /** The request of a hospital to merge them. */
  request_id: ref('upd').optional(),
});
const comparedRecord = z.strictObject({
  record: patient,
  counts: z.strictObject({
    lab_results: z.number().int(),
    lab_orders: z.number().int(),
    documents: z.number().int(),
    /** Of all users. */
    drafts: z.number().int(),
    /** Reports and hospital messages that need a decision. */
    held_messages: z.number().int(),
  }),
});
export const patientComparison = z.strictObject({
  object: z.literal('patient_comparison'),
  patient: comparedRecord,
  other: comparedRecord,
  differences: z.array(
    z.strictObject({
      field: z.enum(MERGE_FIELDS),
      /** The records may be of two people. */
      contradicts: z.boolean(),
    }),
  ),
  /** The kept record with the data of an open request, and what differs from it; null if it is not about both records. */
  sent: z.strictObject({ record: patient, fields: z.array(z.enum(MERGE_FIELDS)) }).nullable(),
});
export type ComparePatientsInput = z.output<typeof comparePatientsInput>;
export type PatientComparison = z.output<typeof patientComparison>;

const reason = notesText(MAX_REASON);
export const applyPatientUpdateInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  /** Only for a merge: the record to merge into the patient. */
  merged_patient_id: ref('pat').optional(),
  /** Only for a merge whose values the user chose: the fields taken from the merged record. */
  take: z.array(z.enum(MERGE_FIELDS)).max(MERGE_FIELDS.length).optional(),
  /** With `take`: the fields of the message that are applied, besides its identifiers. */
  apply: z.array(z.enum(MERGE_FIELDS)).max(MERGE_FIELDS.length).optional(),
  /** Required if patient and message contradict each other. */
  reason: reason.optional(),
});
/** The patient as the user entered it. Fields outside the form are completed from the message. */
export const createFromPatientUpdateInput = z.strictObject({
  id: pathParameter,
  ...registerPatientInput.shape,
});
export const dismissPatientUpdateInput = z.strictObject({ id: pathParameter, reason });
export const returnPatientUpdateInput = z.strictObject({ id: pathParameter });
export const undoPatientUpdateInput = z.strictObject({ id: pathParameter });
export const returnedPatientUpdate = z.strictObject({ id: ref('upd'), state: z.enum(OPEN_STATES) });
export const decidedPatientUpdate = z.strictObject({
  id: ref('upd'),
  state: z.enum(PATIENT_UPDATE_STATES),
  patient_id: ref('pat').nullable(),
});

export type ListPatientUpdatesInput = z.output<typeof listPatientUpdatesInput>;
export type GetPatientUpdateInput = z.output<typeof getPatientUpdateInput>;
export type PatientUpdate = z.output<typeof patientUpdate>;
export type PatientUpdateList = z.output<typeof patientUpdateList>;
export type PatientUpdateDetail = z.output<typeof patientUpdateDetail>;
export type ApplyPatientUpdateInput = z.output<typeof applyPatientUpdateInput>;
export type CreateFromPatientUpdateInput = z.output<typeof createFromPatientUpdateInput>;
export type DismissPatientUpdateInput = z.output<typeof dismissPatientUpdateInput>;
export type ReturnPatientUpdateInput = z.output<typeof returnPatientUpdateInput>;
export type UndoPatientUpdateInput = z.output<typeof undoPatientUpdateInput>;
export type ReturnedPatientUpdate = z.output<typeof returnedPatientUpdate>;
export type DecidedPatientUpdate = z.output<typeof decidedPatientUpdate>;
