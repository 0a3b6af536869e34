import type { CreatePatientInput, Patient, UpdatePatientInput } from '../../../domain/patients/contract';
import { exampleOf } from '../../../errors/error-guide';
import { problemOf } from '../../../errors/problem-document';
import { ANSWER_IDS, EXAMPLE_IDS } from '../../../shared/example-ids';
import { EXAMPLE_SERVER, page, type OperationExamples } from './example-parts';

const patient: Patient = {
  id: EXAMPLE_IDS.patient,
  object: 'patient',
  version: 3,
  created_at: '2026-11-02T08:30:00.000Z',
  updated_at: '2026-11-05T14:07:00.000Z',
  created_by: ANSWER_IDS.key,
  mrn: '100482',
  identifiers: [
    {
      system: 'https://insurer.example.org/members',
      value: 'K-220-114',
      type: 'insurance',
      type_code: null,
      assigner: 'Example Insurance',
    },
  ],
  name: { family: 'Vantreve', given: ['Ottilie', 'Maren'], prefix: null, suffix: null, use: 'official' },
  other_names: [{ family: 'Quenbury', given: ['Ottilie'], prefix: null, suffix: null, use: 'maiden' }],
  birth_date: '1945-07-14',
  birth_date_estimated: false,
  sex: 'female',
  sex_at_birth: null,
  gender_identity: null,
  phones: [{ value: '+493012345678', raw: '+49 30 12345678', use: 'home' }],
  emails: [{ value: 'ottilie.vantreve@example.org', use: 'home' }],
  addresses: [
    {
      lines: ['Musterweg 3'],
      city: 'Berlin',
      state: null,
      postal_code: '10115',
      country: 'DE',
      use: 'home',
    },
  ],
  language: 'de',
  deceased_at: null,
  primary_clinician_id: EXAMPLE_IDS.user,
  external_id: 'registration-7741',
  status: 'active',
  merged_into_id: null,
  merged_from: [],
  restricted: false,
  metadata: { source: 'registration desk' },
};

const smallest: Partial<CreatePatientInput> = {
  name: { family: 'Harrowgill', given: ['Edmund'] } as CreatePatientInput['name'],
  birth_date: '1980-02-29',
  sex: 'male',
};

const smallestCreated: Patient = {
  ...patient,
  version: 1,
  updated_at: patient.created_at,
  mrn: '100484',
  identifiers: [],
  name: { family: 'Harrowgill', given: ['Edmund'], prefix: null, suffix: null, use: null },
  other_names: [],
  birth_date: '1980-02-29',
  sex: 'male',
  phones: [],
  emails: [],
  addresses: [],
  language: null,
  primary_clinician_id: null,
  external_id: null,
  metadata: {},
};

const full = {
  mrn: '100483',
  external_id: 'registration-7742',
  name: { family: 'Vantreve', given: ['Ottilie', 'Maren'], use: 'official' },
  other_names: [{ family: 'Quenbury', given: ['Ottilie'], use: 'maiden' }],
  birth_date: '1945-07-14',
  sex: 'female',
  identifiers: [
    {
      system: 'https://insurer.example.org/members',
      value: 'K-220-115',
      type: 'insurance',
      assigner: 'Example Insurance',
    },
  ],
  phones: [{ value: '+49 30 12345678', use: 'home' }],
  emails: [{ value: 'ottilie.vantreve@example.org', use: 'home' }],
  addresses: [{ lines: ['Musterweg 3'], city: 'Berlin', postal_code: '10115', country: 'DE', use: 'home' }],
  language: 'de',
  primary_clinician_id: EXAMPLE_IDS.user,
  metadata: { source: 'registration desk' },
};

const changed: Partial<UpdatePatientInput> = {
  phones: [{ value: '+49 30 87654321', use: 'mobile' }],
  language: 'en',
};

const removed = { gender_identity: null, primary_clinician_id: null, metadata: { source: null } };

const { type, title, status, code, detail, errors } = problemOf(
  exampleOf('duplicate_mrn'),
  '',
  EXAMPLE_SERVER,
);

export const PATIENT_EXAMPLES: Record<string, OperationExamples> = {
  listPatients: { response: page([patient], { total_count: 1 }) },
  searchPatients: {
    requests: {
      person: {
        summary: 'By name and birth date',
        value: { family: 'Vantreve', birth_date: '1945-07-14', status: ['active'] },
      },
      words: { summary: 'Words in any order, best match first', value: { q: 'otti 1945-07-14', limit: 5 } },
    },
    response: page([patient]),
  },
  createPatient: {
    requests: {
      smallest: { summary: 'Required fields only', value: smallest },
      full: { summary: 'With identifiers and contact data', value: full },
    },
    response: smallestCreated,
  },
  createPatientBatch: {
    requests: {
      batch: {
        summary: 'Two patients, the second with an MRN that is in use',
        value: { patients: [smallest, { ...full, external_id: 'registration-7743', mrn: '100482' }] },
      },
    },
    response: {
      object: 'patient_batch',
      created_count: 1,
      failed_count: 1,
      data: [
        { index: 0, status: 'created', patient: smallestCreated, error: null },
        { index: 1, status: 'failed', patient: null, error: { type, title, status, code, detail, errors } },
      ],
    },
  },
  getPatient: { response: patient },
  updatePatient: {
    requests: {
      change: { summary: 'Replace the phone numbers and the language', value: changed },
      remove: { summary: 'Remove a field and a key of `metadata` with `null`', value: removed },
    },
    response: {
      ...patient,
      version: 4,
      phones: [{ value: '+493087654321', raw: '+49 30 87654321', use: 'mobile' }],
      language: 'en',
    },
  },
  mergePatients: {
    requests: {
      merge: {
        summary: 'Merge a duplicate, and take its phone numbers',
        value: {
          merged_patient_id: EXAMPLE_IDS.spare,
          take: ['phones'],
          reason: 'Registered twice; birth date and address are the same.',
        },
      },
    },
    response: { ...patient, version: 4, merged_from: [EXAMPLE_IDS.spare] },
  },
  unmergePatients: {
    requests: {
      unmerge: {
        summary: 'Separate a record that was merged by mistake',
        value: { merged_patient_id: EXAMPLE_IDS.spare, reason: 'They are twins.' },
      },
    },
    response: {
      patient: { ...patient, version: 5 },
      restored: { ...patient, id: EXAMPLE_IDS.spare, version: 3, mrn: '100512', external_id: null },
      undecided: [{ object: 'lab_order', id: EXAMPLE_IDS.order, field: null }],
    },
  },
  listPatientMerges: {
    response: page([
      {
        id: ANSWER_IDS.merge,
        object: 'patient_merge',
        survivor_id: EXAMPLE_IDS.patient,
        merged_patient_id: EXAMPLE_IDS.spare,
        merged_name: patient.name,
        merged_mrn: 'M-10078',
        merged_at: '2026-11-05T14:07:00.000Z',
        merged_by: EXAMPLE_IDS.user,
        source: 'user',
        reason: 'Registered twice; birth date and address are the same.',
        taken: ['phones'],
        unmerged_at: null,
        unmerged_by: null,
        unmerge_reason: null,
      },
    ]),
  },
  deletePatient: { parameters: { id: EXAMPLE_IDS.spare } },
};
