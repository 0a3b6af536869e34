import { z } from 'zod';
import { compiled } from '../../data-types/compiled';
import {
  date,
  FUTURE,
  inputDate,
  instant,
  isNotFuture,
  list,
  metadata,
  notesText,
  paging,
  ownId,
  ownMetadata,
  pathParameter,
  ref,
  resource,
  text,
  timeFilters,
  words,
} from '../../data-types/contract-parts';
import { DUPLICATE_REASONS, MERGE_FIELDS, MOST_IN_BATCH, MOST_REASON } from './rules';
import { humanName, patientIdentifier, contactPoint, emailAddress, address } from '../../data-types/patient';

/**
 * Part of a name in a merge patch. Not derived from `humanName`, whose defaults would turn an absent field into a
 * removed one.
 */
const humanNamePatch = z.strictObject({
  family: text(100).optional().meta({ description: 'Family name' }),
  given: z.array(text(100)).min(1).max(10).optional().meta({ description: 'Given names, first name first' }),
  prefix: text(100).nullable().optional().meta({ description: 'Title before the name, such as `Dr.`' }),
  suffix: text(100).nullable().optional().meta({ description: 'Part after the name, such as `Jr.`' }),
  use: z
    .enum(['official', 'usual', 'maiden'])
    .nullable()
    .optional()
    .meta({ description: 'Purpose of the name' }),
});

const phoneInput = z
  .strictObject({
    value: text(50).meta({
      description: 'Phone number. Without a country code, the country of the first address applies.',
    }),
    use: z
      .enum(['mobile', 'home', 'work'])
      .nullable()
      .default(null)
      .meta({ description: 'Where the number is used' }),
  })
  .meta({ id: 'PhoneNumberInput' });

const birthDate = date
  .refine((value) => value >= '1850-01-01', {
    error: 'cannot be before 1850-01-01',
    params: { code: 'out_of_range' },
  })
  .refine(isNotFuture, FUTURE)
  .meta({ description: 'Date of birth, YYYY-MM-DD, from 1850-01-01 to today' });
const language = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'must be a BCP 47 language tag')
  .max(35);
const mrn = z
  .string()
  .regex(/^[A-Za-z0-9._/-]{1,64}$/, 'must have 1 to 64 characters of A-Z a-z 0-9 . _ / -');
const sex = z.enum(['female', 'male', 'other', 'unknown']).meta({ description: 'Administrative sex' });
const PATIENT_STATUSES = ['active', 'inactive', 'merged'] as const;
const sexAtBirth = z.enum(['female', 'male', 'intersex', 'unknown']);
const deceasedAt = z.union([date, z.iso.datetime({ offset: true })]);

/** In requests and responses. */
const MEANING = {
  identifiers: 'Other identifiers of the patient',
  other_names: 'Former names and aliases',
  birth_date_estimated: 'Whether the date of birth is an estimate',
  sex_at_birth: 'Sex assigned at birth',
  gender_identity: 'Gender identity in the words of the patient',
  phones: 'Phone numbers',
  emails: 'Email addresses',
  addresses: 'Postal addresses',
  language: 'Preferred language, a BCP 47 tag such as `en-US`',
  primary_clinician_id: 'Responsible clinician, a user of the organization',
  external_id: 'ID of the patient in your system, unique in the organization',
} as const;

const writable = {
  mrn: mrn
    .nullable()
    .meta({ description: 'Medical record number, unique in the organization. Assigned if absent or null.' }),
  identifiers: z.array(patientIdentifier).max(20).meta({ description: MEANING.identifiers }),
  name: humanName,
  other_names: z.array(humanName).max(10).meta({ description: MEANING.other_names }),
  birth_date: birthDate,
  birth_date_estimated: z.boolean().meta({ description: MEANING.birth_date_estimated }),
  sex,
  sex_at_birth: sexAtBirth.nullable().meta({ description: MEANING.sex_at_birth }),
  gender_identity: text(100).nullable().meta({ description: MEANING.gender_identity }),
  phones: z.array(phoneInput).max(10).meta({ description: MEANING.phones }),
  emails: z.array(emailAddress).max(10).meta({ description: MEANING.emails }),
  addresses: z.array(address).max(10).meta({ description: MEANING.addresses }),
  language: language.nullable().meta({ description: MEANING.language }),
  deceased_at: deceasedAt.nullable().meta({ description: 'Date (YYYY-MM-DD) or time (RFC 3339) of death' }),
  primary_clinician_id: ref('usr').nullable().meta({ description: MEANING.primary_clinician_id }),
  external_id: text(200).nullable().meta({ description: MEANING.external_id }),
  metadata,
};

export const createPatientInput = z.strictObject({
  ...z.strictObject(writable).partial().shape,
  name: humanName,
  birth_date: birthDate,
  sex,
});

export const updatePatientInput = z.strictObject({
  id: pathParameter,
  ...z
    .strictObject({
      ...writable,
      mrn: mrn.meta({ description: 'Medical record number, unique in the organization' }),
    })
    .partial().shape,
  name: humanNamePatch.optional().meta({ description: 'Parts of the name. An absent part keeps its value.' }),
  metadata: z
    .record(z.string().min(1).max(40), z.string().max(500).nullable())
    .optional()
    .meta({ description: 'Merged key by key; null removes a key. At most 20 keys. No patient data.' }),
  status: z
    .enum(['active', 'inactive'])
    .optional()
    .meta({ description: '`inactive` marks a record that is no longer used' }),
});

export const patient = compiled(
  z.strictObject({
    id: ownId('pat'),
    object: z.literal('patient'),
    ...resource,
    mrn: z.string().meta({ description: 'Medical record number, unique in the organization' }),
    identifiers: z.array(patientIdentifier).meta({ description: MEANING.identifiers }),
    name: humanName,
    other_names: z.array(humanName).meta({ description: MEANING.other_names }),
    birth_date: date.meta({ description: 'Date of birth, YYYY-MM-DD' }),
    birth_date_estimated: z.boolean().meta({ description: MEANING.birth_date_estimated }),
    sex,
    sex_at_birth: sexAtBirth.nullable().meta({ description: MEANING.sex_at_birth }),
    gender_identity: z.string().nullable().meta({ description: MEANING.gender_identity }),
    phones: z.array(contactPoint).meta({ description: MEANING.phones }),
    emails: z.array(emailAddress).meta({ description: MEANING.emails }),
    addresses: z.array(address).meta({ description: MEANING.addresses }),
    language: z.string().nullable().meta({ description: MEANING.language }),
    deceased_at: z.string().nullable().meta({ description: 'Date (YYYY-MM-DD) or time (RFC 3339) of death' }),
    primary_clinician_id: z.string().nullable().meta({ description: MEANING.primary_clinician_id }),
    external_id: z.string().nullable().meta({ description: MEANING.external_id }),
    status: z.enum(PATIENT_STATUSES).meta({
      description: '`inactive`: the record is no longer used. `merged`: `merged_into_id` has replaced it.',
    }),
    merged_into_id: z.string().nullable().meta({
      description:
        'The record into which this one was merged. Only in lists: its own ID returns the record that survives.',
    }),
    merged_from: z.array(ref('pat')).meta({
      description: 'Records merged into this one, directly or through others. Their IDs return this record.',
    }),
    restricted: z.boolean().meta({
      description: 'Staff, VIP or sensitive: seen with the scope `patients:restricted` only.',
    }),
    metadata: ownMetadata,
  }),
  'Patient',
);

const PATIENT_SORTS = [
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'family',
  '-family',
  'birth_date',
  '-birth_date',
] as const;

const searchText = z
  .string()
  .overwrite((value) => value.trim())
  .min(2)
  .max(200);

const OF_MERGED = 'The value of a merged record finds the surviving record.';

export const listPatientsInput = z.strictObject({
  ...paging,
  q: searchText.optional().meta({
    description:
      'Up to 16 words in any order, ignoring case and accents. A word matches the start of a name part, MRN or identifier, the end of a phone number, or a birth date such as `1945-07-14`, `14-Jul-1945` or `14/07/1945`. `03/04/1980` finds 3 April and 4 March. Best matches first, at most 500. Cannot be combined with `sort`.',
  }),
  family: z.string().min(1).max(100).optional().meta({ description: 'Start of the family name' }),
  given: z.string().min(1).max(100).optional().meta({ description: 'Start of a given name' }),
  birth_date: inputDate.optional().meta({ description: 'Exact date of birth, YYYY-MM-DD' }),
  mrn: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: `Exact match. ${OF_MERGED}` }),
  identifier: z
    .string()
    .regex(/^[^|]+\|[^|]+$/, 'must have the form system|value')
    .max(310)
    .optional()
    .meta({ description: OF_MERGED }),
  phone: z
    .string()
    .max(50)
    .regex(/(\d\D*){4}/, 'must have at least 4 digits')
    .optional()
    .meta({ description: 'End of a phone number' }),
  email: z.string().min(3).max(254).optional(),
  sex: sex.optional(),
  status: words(PATIENT_STATUSES).optional(),
  external_id: z.string().min(1).max(200).optional().meta({ description: OF_MERGED }),
  ...timeFilters,
  sort: z.enum(PATIENT_SORTS).optional().meta({ description: 'Default: `-created_at`' }),
});

/** In a JSON body. The output is that of `listPatientsInput`, so that cursors are valid in both. */
export const searchPatientsInput = z.strictObject({
  ...listPatientsInput.shape,
  limit: z.number().int().min(1).max(100).default(25),
  status: z.array(z.enum(PATIENT_STATUSES)).min(1).max(PATIENT_STATUSES.length).optional().meta({
    description: 'One or more statuses',
  }),
});

export const patientPath = z.strictObject({ id: pathParameter });
export const patientList = list(patient);

const reason = notesText(MOST_REASON).meta({
  description: 'Why the records belong to the same person, or do not. Stored with the merge.',
});
const mergedPatientId = ref('pat').meta({
  description: 'The record to merge. After the merge, its ID returns this patient.',
});

export const mergePatientsInput = z.strictObject({
  id: pathParameter,
  merged_patient_id: mergedPatientId,
  take: z.array(z.enum(MERGE_FIELDS)).max(MERGE_FIELDS.length).optional().meta({
    description: 'Fields whose value is taken from the merged record. The others stay as they are.',
  }),
  reason,
});

export const unmergePatientsInput = z.strictObject({
  id: pathParameter,
  merged_patient_id: ref('pat').meta({ description: 'The record to separate again' }),
  reason,
});

export const unmergedPatients = z
  .strictObject({
    patient: patient.meta({ description: 'The record that survived the merge' }),
    restored: patient.meta({ description: 'The record that was merged, with its chart' }),
    undecided: z
      .array(
        z
          .strictObject({
            object: z
              .enum(['lab_order', 'lab_result', 'document', 'patient'])
              .meta({ description: 'Kind of record' }),
            id: z.string().meta({ description: 'ID of the record' }),
            field: z
              .string()
              .nullable()
              .meta({ description: 'Only with `patient`: the field of the record' }),
          })
          .meta({ id: 'UndecidedItem' }),
      )
      .meta({
        description:
          'To be checked by a person. Items that users added to the chart after the merge stay with `patient`. A field that was taken from the merged record and has changed since keeps its value.',
      }),
  })
  .meta({ id: 'UnmergedPatients' });

export const listPatientMergesInput = z.strictObject({
  id: pathParameter,
  limit: paging.limit,
  cursor: paging.cursor,
});

const patientMerge = z
  .strictObject({
    id: ownId('mrg'),
    object: z.literal('patient_merge'),
    survivor_id: ref('pat').meta({ description: 'Record that survived the merge' }),
    merged_patient_id: ref('pat').meta({ description: 'Record that was merged into it' }),
    merged_name: humanName.meta({ description: 'Name of the merged record' }),
    merged_mrn: z.string().meta({ description: 'Medical record number of the merged record' }),
    merged_at: instant.meta({ description: 'Time of the merge' }),
    merged_by: z.string().meta({ description: '`usr_…`, `key_…` or `system`' }),
    source: z.enum(['user', 'api', 'feed']).meta({
      description: '`user`: in the portal. `api`: by a program. `feed`: by a message of a hospital.',
    }),
    reason: z.string().nullable().meta({ description: 'Null if a hospital feed merged automatically' }),
    taken: z.array(z.string()).meta({ description: 'Fields taken from the merged record' }),
    unmerged_at: instant.nullable().meta({ description: 'When the merge was undone; null if it was not' }),
    unmerged_by: z.string().nullable().meta({ description: 'Who undid it, `usr_…` or `key_…`' }),
    unmerge_reason: z.string().nullable().meta({ description: 'Why it was undone' }),
  })
  .meta({ id: 'PatientMerge' });
export const patientMergeList = list(patientMerge);

export type MergePatientsInput = z.output<typeof mergePatientsInput>;
export type UnmergePatientsInput = z.output<typeof unmergePatientsInput>;
export type UnmergedPatients = z.output<typeof unmergedPatients>;
export type ListPatientMergesInput = z.output<typeof listPatientMergesInput>;
export type PatientMerge = z.output<typeof patientMerge>;
export type PatientMergeList = z.output<typeof patientMergeList>;

/** An item of a batch that does not satisfy its contract. */
interface InvalidItem {
  issues: z.core.$ZodIssue[];
  value: unknown;
}

/** Called without a context by generators of schemas. */
const invalidItem = (context?: { error: { issues: z.core.$ZodIssue[] }; value: unknown }) =>
  context && { issues: context.error.issues, value: context.value };

export const createPatientBatchInput = z.strictObject({
  // An invalid item is an outcome, not an error of the whole body.
  patients: z
    .array(createPatientInput.catch(invalidItem as never))
    .min(1)
    .max(MOST_IN_BATCH)
    .meta({ description: 'Each is a body of `POST /v1/patients`.' }),
});

const itemProblem = z
  .strictObject({
    type: z.string().meta({ description: 'URL of a page that explains the code' }),
    title: z.string().meta({ description: 'Short summary of the code' }),
    status: z.number().int().meta({ description: 'The status of the same error in a single request' }),
    code: z.string().meta({ description: 'Stable and machine-readable, as in a problem document' }),
    detail: z.string().meta({ description: 'What is wrong with this item' }),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().meta({ description: 'JSON pointer into the item' }),
          code: z.string().meta({ description: 'Code of the field error, such as `required`' }),
          message: z.string().meta({ description: 'What is wrong with the field' }),
        }),
      )
      .meta({ description: 'Invalid fields of the item' }),
  })
  .meta({ id: 'PatientBatchError' });

export const patientBatch = z
  .strictObject({
    object: z.literal('patient_batch'),
    created_count: z.number().int().meta({ description: 'Number of created patients' }),
    failed_count: z.number().int().meta({ description: 'Number of items that failed' }),
    data: z
      .array(
        z
          .strictObject({
            index: z.number().int().meta({ description: 'Position in `patients` of the request, from 0' }),
            status: z.enum(['created', 'failed']).meta({ description: 'Outcome of the item' }),
            patient: patient.nullable().meta({ description: 'Null if `failed`' }),
            error: itemProblem.nullable().meta({ description: 'Null if `created`' }),
          })
          .meta({ id: 'PatientBatchItem' }),
      )
      .meta({ description: 'One outcome for each item, in the order of the request' }),
  })
  .meta({ id: 'PatientBatch' });

export interface CreatePatientBatchInput {
  patients: (z.output<typeof createPatientInput> | InvalidItem)[];
}
export type PatientBatch = z.output<typeof patientBatch>;
export type ItemProblem = z.output<typeof itemProblem>;

export type Patient = z.output<typeof patient>;
export type CreatePatientInput = z.output<typeof createPatientInput>;
export type UpdatePatientInput = z.output<typeof updatePatientInput>;
export type ListPatientsInput = z.output<typeof listPatientsInput>;
export type SearchPatientsInput = z.output<typeof searchPatientsInput>;
export type PatientList = z.output<typeof patientList>;

/** Portal only: the identity of a patient in lists of several. */
export const patientIdentity = z.strictObject({
  id: ref('pat'),
  /** The initials if the chart is restricted and the user has not opened it; the rest is then null. */
  name: humanName,
  birth_date: date.nullable(),
  sex: sex.nullable(),
  mrn: z.string().nullable(),
  deceased_at: z.string().nullable(),
  restricted: z.boolean(),
});
export type PatientIdentity = z.output<typeof patientIdentity>;

/** Portal only: a row in a list of patients. */
const chartRow = patientIdentity.extend({
  phone: z.string().nullable(),
  /** Other than the MRN. */
  identifier: z.string().nullable(),
  postal_code: z.string().nullable(),
  status: z.enum(PATIENT_STATUSES),
});
export type ChartRow = z.output<typeof chartRow>;

/** A name is only similar to what was typed. */
const near = z.boolean();

export const listChartsInput = z.strictObject({
  q: searchText.optional(),
  limit: paging.limit,
  cursor: paging.cursor,
});
export type ListChartsInput = z.output<typeof listChartsInput>;
export const chartList = list(chartRow.extend({ near }));
export type ChartList = z.output<typeof chartList>;

/** Portal only: possible duplicates of a patient about to be created. */
export const findDuplicatesInput = z.strictObject({
  family: z.string().max(100).default(''),
  given: z.string().max(100).default(''),
  birth_date: inputDate.optional(),
  sex: sex.optional(),
  phone: z.string().max(50).default(''),
});
export const duplicateCandidates = z.strictObject({
  data: z.array(chartRow),
  /** One is probably the same person, so creating another record needs a reason. */
  needs_reason: z.boolean(),
});

/** Portal only: a new patient, with a reason if an existing one is probably the same person. */
export const registerPatientInput = z.strictObject({
  ...createPatientInput.shape,
  duplicate_reason: z.enum(DUPLICATE_REASONS).optional(),
});
export type RegisterPatientInput = z.output<typeof registerPatientInput>;

/** Portal only: patients that the user opened recently. */
export const listRecentPatientsInput = z.strictObject({});
export const recentPatientList = z.strictObject({ data: z.array(chartRow) });

/** Portal only: identities for lists of several patients. */
export const listIdentitiesInput = z.strictObject({ ids: z.array(ref('pat')).max(100) });
export const identityList = z.strictObject({ data: z.array(patientIdentity) });

/** Portal only: search as you type, tolerant of one typing error in a name. */
export const findPatientsInput = z.strictObject({
  q: searchText,
  limit: z.number().int().min(1).max(20).default(8),
});
export const foundPatients = z.strictObject({
  data: z.array(patientIdentity.extend({ near })),
  has_more: z.boolean(),
});
export type FoundPatients = z.output<typeof foundPatients>;

/** Portal only, like those before. */
export const listDeletedPatientsInput = z.strictObject({ limit: paging.limit, cursor: paging.cursor });
const deletedPatient = patientIdentity.extend({
  deleted_at: instant,
  deleted_by: z.string(),
  deleted_by_name: z.string().nullable(),
  restorable_until: instant,
});
export const deletedPatientList = list(deletedPatient);
export type DeletedPatient = z.output<typeof deletedPatient>;
