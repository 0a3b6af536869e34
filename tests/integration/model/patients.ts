import fc from 'fast-check';
import assert from 'node:assert/strict';
import {
  addPatient,
  changePatient,
  deletePatient,
  mayChange,
  mayDelete,
  mayHave,
  mayRestore,
  maySeePatient,
  restorePatient,
  type Model,
  type Org,
  type Patient,
  type PatientChange,
  type Who,
} from './model';
import { find, post, same, settle, type Target } from './settle';
import { key, target, who } from './arbitraries';
import type { World } from './world';

/** Steps with patients. Numbers come from small sets, so that they often collide. */

/** A number is the version itself, for concurrent steps. */
export type IfMatch = 'none' | 'current' | 'newer' | 'older' | number;

export type PatientStep =
  | {
      do: 'createPatient';
      as: Who;
      mrn: string | null;
      external: string | null;
      national: string | null;
      family: string;
      key: string | null;
    }
  | { do: 'patchPatient'; as: Who; patient: Target; change: PatientChange; ifMatch: IfMatch }
  | { do: 'deletePatient'; as: Who; patient: Target; ifMatch: IfMatch }
  | { do: 'restorePatient'; as: Who; patient: Target }
  | { do: 'getPatient'; as: Who; patient: Target; known: boolean };

/** Identifiers are long enough to be searched for. */
export const NUMBERS = {
  mrn: ['M-0', 'M-1'],
  external: ['E-0', 'E-1'],
  national: ['N-1000', 'N-1001'],
};
export const FAMILIES = ['Ada', 'Bea'];
const numbered = (of: keyof typeof NUMBERS) => fc.option(fc.constantFrom(...NUMBERS[of]), { freq: 2 });
const family = fc.constantFrom(...FAMILIES);
const ifMatch = fc.constantFrom<IfMatch>('none', 'none', 'current', 'newer', 'older');
const change: fc.Arbitrary<PatientChange> = fc.record(
  {
    mrn: fc.constantFrom(...NUMBERS.mrn),
    external: numbered('external'),
    national: numbered('national'),
    family,
    status: fc.constantFrom('active', 'inactive'),
    language: fc.constantFrom('de', null),
    prefix: fc.constantFrom('Dr', null),
    metadata: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2', null)),
  },
  { requiredKeys: [] },
);

const created = fc.record({
  do: fc.constant('createPatient' as const),
  as: who,
  mrn: numbered('mrn'),
  external: numbered('external'),
  national: numbered('national'),
  family,
  key,
});
const patched = fc.record({
  do: fc.constant('patchPatient' as const),
  as: who,
  patient: target,
  change,
  ifMatch,
});
const deleted = fc.record({
  do: fc.constant('deletePatient' as const),
  as: who,
  // The first patient of a sequence has an open order.
  patient: fc.record({
    foreign: fc.constantFrom(false, false, false, true),
    at: fc.constantFrom(0, 1, 1, 1, 2),
  }),
  ifMatch,
});
const restored = fc.record({ do: fc.constant('restorePatient' as const), as: who, patient: target });
const read = fc.record({
  do: fc.constant('getPatient' as const),
  as: who,
  patient: target,
  known: fc.boolean(),
});
/** Weighted by repetition. */
export const patientSteps: fc.Arbitrary<PatientStep>[] = [
  created,
  created,
  patched,
  patched,
  deleted,
  deleted,
  restored,
  read,
];

/** The patients among which a step finds its target: a restoration mostly targets deleted ones. */
export const patientsFor =
  (step: { do: string }) =>
  ({ patients }: Org): Patient[] => {
    const gone = patients.filter((patient) => patient.deleted);
    return step.do === 'restorePatient' && gone.length > 0 ? gone : patients;
  };

const identifiers = (value: string | null) =>
  value ? [{ system: 'urn:test', value, type: 'national_id' }] : [];

/** The patient of the model with the field names of the contract. */
const shownAs = (patient: Patient): Record<string, unknown> => ({
  id: patient.id,
  object: 'patient',
  version: patient.version,
  mrn: patient.mrn,
  external_id: patient.external,
  status: patient.status,
  language: patient.language,
  metadata: patient.metadata,
});

export function assertShown(shown: Record<string, unknown>, patient: Patient): void {
  same(shown, shownAs(patient), 'patient');
  same(
    shown.name as Record<string, unknown>,
    { family: patient.family, given: ['Model'], prefix: patient.prefix },
    'name',
  );
  assert.deepEqual(
    (shown.identifiers as { value: string }[]).map(({ value }) => value),
    patient.national ? [patient.national] : [],
  );
}

export const versionHeader = (
  patient: Patient | null,
  wanted: IfMatch,
): { headers: Record<string, string>; asked: number | null } => {
  if (wanted === 'none') return { headers: {}, asked: null };
  const version = patient?.version ?? 1;
  const asked =
    typeof wanted === 'number'
      ? wanted
      : { current: version, newer: version + 1, older: version > 1 ? version - 1 : version }[wanted];
  return { headers: { 'If-Match': `"${asked}"` }, asked };
};

export async function doPatients(model: Model, world: World, step: PatientStep): Promise<void> {
  const { as } = step;
  const org = model.orgs[as];
  if (step.do === 'createPatient') {
    const { mrn, external, national, family: name } = step;
    const body = {
      ...(mrn ? { mrn } : {}),
      external_id: external,
      identifiers: identifiers(national),
      name: { family: name, given: ['Model'] },
      birth_date: '1970-01-02',
      sex: 'unknown',
    };
    return post(model, world, as, {
      action: 'create_patient',
      path: '/v1/patients',
      body,
      key: step.key,
      verdict: mayHave(org, { mrn, external, national }),
      patients: ({ id }) => [id],
      done: (answer) => {
        const drawn = mrn ?? String(answer.mrn);
        const patient = addPatient(org, { id: answer.id, mrn: drawn, external, national, family: name });
        assertShown(answer, patient);
        return patient;
      },
    });
  }
  const { thing: patient, id } = find(model, as, step.patient, 'patient', patientsFor(step));
  const path = `/v1/patients/${id}`;
  const patients = [id];
  if (step.do === 'getPatient') {
    const headers: Record<string, string> =
      step.known && patient ? { 'If-None-Match': `"${patient.version}"` } : {};
    const reply = await world.rest(as, 'GET', path, { headers });
    const success = headers['If-None-Match'] ? 304 : 200;
    if (!settle(org, reply, { action: 'get_patient', verdict: maySeePatient(patient), patients, success }))
      return;
    assert.equal(reply.headers?.get('etag'), `"${patient!.version}"`);
    if (success === 200) assertShown(reply.json, patient!);
  } else if (step.do === 'patchPatient') {
    const { headers, asked } = versionHeader(patient, step.ifMatch);
    const reply = await world.rest(as, 'PATCH', path, { body: patchOf(step.change), headers });
    const verdict = mayChange(org, patient, step.change, asked);
    if (!settle(org, reply, { action: 'update_patient', verdict, patients })) return;
    changePatient(org, patient!, step.change);
    assertShown(reply.json, patient!);
  } else if (step.do === 'deletePatient') {
    const { headers, asked } = versionHeader(patient, step.ifMatch);
    const reply = await world.rest(as, 'DELETE', path, { headers });
    const verdict = mayDelete(org, patient, asked);
    if (!settle(org, reply, { action: 'delete_patient', verdict, patients, success: 204 })) return;
    deletePatient(org, patient!);
  } else {
    const reply = await world.portal(as, ({ patients: procedures }) => procedures.restorePatient({ id }));
    if (!settle(org, reply, { action: 'restore_patient', verdict: mayRestore(org, patient), patients }))
      return;
    restorePatient(org, patient!);
    assertShown(reply.json, patient!);
  }
}

function patchOf(change: PatientChange): object {
  const { mrn, external, national, family: name, status, language, prefix, metadata } = change;
  return {
    ...(mrn !== undefined ? { mrn } : {}),
    ...(external !== undefined ? { external_id: external } : {}),
    ...(national !== undefined ? { identifiers: identifiers(national) } : {}),
    ...(name !== undefined || prefix !== undefined ? { name: { family: name, prefix } } : {}),
    ...(status !== undefined ? { status } : {}),
    ...(language !== undefined ? { language } : {}),
    ...(metadata !== undefined ? { metadata } : {}),
  };
}
