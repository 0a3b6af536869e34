import { HOOK, NOTE, neverId, type Place, type View } from './fixture';

/** Bodies: a valid one for each writing operation, and ones that reference foreign or unknown records. */

export interface BodyShape {
  name: string;
  core: boolean;
  body(view: View): object | Buffer;
  headers?: Record<string, string>;
  /** Expected content of a successful response. */
  answer?: 'list' | 'empty list';
  /** Code of the error; absent when the request succeeds. */
  rejectedAs?: string;
  /** Errors of one group must be identical. */
  group?: string;
}

const BOUNDARY = 'matrix-boundary';
const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

function multipart(metadata: object): Buffer {
  return Buffer.from(
    [
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="metadata"',
      '',
      JSON.stringify(metadata),
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="file"; filename="note.txt"',
      '',
      'A note of our own.',
      `--${BOUNDARY}--`,
      '',
    ].join('\r\n'),
  );
}

const patient = {
  name: { family: 'Matrix', given: ['Made'] },
  birth_date: '1980-01-02',
  sex: 'unknown',
};
const order = (patientId: string) => ({
  patient_id: patientId,
  items: [{ code: 'GLU' }],
  lab_id: 'example-lab',
});
const document = (patientId: string) => ({
  patient_id: patientId,
  content: { data: NOTE, file_name: 'note.txt' },
});

/** Announces a file that is never sent. */
const announced = (patientId: string) => ({
  patient_id: patientId,
  upload: { size: 9, sha256: 'a'.repeat(64), content_type: 'text/plain', file_name: 'note.txt' },
});

/** A valid body of each operation, in the caller's own organization. */
export const CLEAN: Record<string, (own: Place) => Record<string, unknown>> = {
  searchPatients: () => ({ limit: 5 }),
  createPatient: () => patient,
  createPatientBatch: () => ({ patients: [patient] }),
  updatePatient: () => ({ language: 'de' }),
  // Rejected by the state of the records, after access is checked (`OF_STATE`).
  mergePatients: (own) => ({ merged_patient_id: own.things.patient, reason: 'One person.' }),
  unmergePatients: (own) => ({ merged_patient_id: own.ids.spare, reason: 'Two people.' }),
  createLabOrder: (own) => order(own.things.patient),
  cancelLabOrder: () => ({ reason: 'Ordered twice.' }),
  simulateLabResult: () => ({ kind: 'normal' }),
  resetSandbox: () => ({}),
  createDocument: (own) => document(own.things.patient),
  createExport: () => ({ resources: ['patients'] }),
  cancelExport: () => ({}),
  createWebhook: () => ({ url: HOOK }),
  updateWebhook: () => ({ description: 'Renamed' }),
  rotateWebhookSecret: () => ({ overlap_hours: 1 }),
  sendTestEvent: () => ({}),
  redeliver: () => ({}),
  redeliverSince: () => ({ since: '2026-01-01T00:00:00Z', which: 'all' }),
};

/** Owners of patients that a body can refer to; foreign, deleted and unknown ones get the same response. */
const STRANGERS = ['otherOrg', 'otherMode', 'otherOrgOtherMode'] as const;

function pointing(
  what: string,
  rejectedAs: string,
  value: (place: Place) => string,
  unknownIds: (view: View) => string[],
  body: (view: View, id: string) => object | Buffer,
  options: { core?: boolean; headers?: Record<string, string> } = {},
): BodyShape[] {
  const shared = { rejectedAs, group: what, ...(options.headers ? { headers: options.headers } : {}) };
  return [
    ...STRANGERS.map((place) => ({
      ...shared,
      name: `${what} of ${place}`,
      core: (options.core ?? false) && place === 'otherOrg',
      body: (view: View) => body(view, value(view[place])),
    })),
    ...[0, 1].map((nth) => ({
      ...shared,
      name: `${what} of no one (${nth})`,
      core: false,
      body: (view: View) => body(view, unknownIds(view)[nth] ?? unknownIds(view)[0]!),
    })),
  ];
}

const unknownPatients = (view: View) => [neverId('patient'), view.own.gone.patient!];
const unknownUsers = () => [neverId('patient').replace(/^pat/, 'usr')];
const thePatient = (place: Place) => place.things.patient;
const theUser = (place: Place) => place.ids.user;

/** Filters of a search by values that only one organization has. */
const found = (field: string, value: (place: Place) => string): BodyShape[] =>
  STRANGERS.map((place, nth) => ({
    name: `${field} of ${place}`,
    core: field === 'mrn' && nth === 0,
    body: (view: View) => ({ [field]: value(view[place]) }),
    answer: 'empty list' as const,
  }));

const BODIES: Record<string, () => BodyShape[]> = {
  searchPatients: () => [
    ...found('mrn', (place) => place.mrn),
    ...found('q', (place) => place.family),
    ...found('family', (place) => place.family),
  ],
  createPatient: () =>
    pointing(
      'primary_clinician_id',
      'validation_failed',
      theUser,
      unknownUsers,
      (_view, id) => ({ ...patient, primary_clinician_id: id }),
      { core: true },
    ),
  updatePatient: () =>
    pointing('primary_clinician_id', 'validation_failed', theUser, unknownUsers, (_view, id) => ({
      primary_clinician_id: id,
    })),
  mergePatients: () =>
    pointing('merged_patient_id', 'patient_not_found', thePatient, unknownPatients, (_view, id) => ({
      merged_patient_id: id,
      reason: 'One person.',
    })),
  unmergePatients: () =>
    pointing('merged_patient_id', 'patient_not_found', thePatient, unknownPatients, (_view, id) => ({
      merged_patient_id: id,
      reason: 'Two people.',
    })),
  createLabOrder: () => [
    ...pointing('patient_id', 'patient_not_found', thePatient, unknownPatients, (_view, id) => order(id), {
      core: true,
    }),
    ...pointing(
      'test_id',
      'test_not_orderable',
      (place) => place.ids.test,
      () => [neverId('patient').replace(/^pat/, 'tst')],
      (view, id) => ({ patient_id: view.own.things.patient, items: [{ test_id: id }] }),
    ),
    ...pointing('copy_to', 'validation_failed', theUser, unknownUsers, (view, id) => ({
      ...order(view.own.things.patient),
      copy_to: [id],
    })),
    ...pointing('ordering_clinician', 'validation_failed', theUser, unknownUsers, (view, id) => ({
      ...order(view.own.things.patient),
      ordering_clinician: { user_id: id },
    })),
  ],
  createDocument: () => [
    ...pointing('patient_id', 'patient_not_found', thePatient, unknownPatients, (_view, id) => document(id), {
      core: true,
    }),
    ...pointing(
      'patient_id of a multipart upload',
      'patient_not_found',
      thePatient,
      unknownPatients,
      (_view, id) => multipart({ patient_id: id }),
      { core: true, headers: MULTIPART },
    ),
    ...(['order', 'result'] as const).flatMap((kind) =>
      pointing(
        `${kind}_id`,
        'validation_failed',
        (place) => place.things[kind],
        (view) => [neverId(kind), view.own.gone[kind]!],
        (view, id) => ({ ...document(view.own.things.patient), [`${kind}_id`]: id }),
      ),
    ),
    ...pointing(
      'patient_id of an announced upload',
      'patient_not_found',
      thePatient,
      unknownPatients,
      (_view, id) => announced(id),
    ),
    { name: 'clean announcement', core: false, body: (view) => announced(view.own.things.patient) },
    {
      name: 'clean multipart',
      core: true,
      body: (view) => multipart({ patient_id: view.own.things.patient }),
      headers: MULTIPART,
    },
  ],
  createWebhook: () =>
    pointing(
      'org_id',
      'validation_failed',
      (place) => place.org.orgId,
      () => [neverId('patient').replace(/^pat/, 'org')],
      (_view, id) => ({ url: HOOK, org_id: id }),
      { core: true },
    ),
};

export function foreignBodies(operation: string): BodyShape[] {
  const clean = CLEAN[operation];
  if (!clean) return [];
  return [{ name: 'clean', core: true, body: (view) => clean(view.own) }, ...(BODIES[operation]?.() ?? [])];
}
