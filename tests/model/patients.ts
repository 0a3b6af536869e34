import fc from 'fast-check';
import assert from 'node:assert/strict';
import {
  addPatient,
  changePatient,
  deletePatient,
  listedPatients,
  mayChange,
  mayDelete,
  mayHave,
  mayRestore,
  maySeePatient,
  restorePatient,
  type Model,
  type Patient,
  type PatientChange,
  type Who,
} from './model';
import { find, post, same, settle, type Target } from './settle';
import { key, target, who } from './arbitraries';
import type { World } from './world';

/** What is done with patients. Numbers come from small stores, so that they are often taken. */

type IfMatch = 'none' | 'current' | 'stale';

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
  | { do: 'getPatient'; as: Who; patient: Target; known: boolean }
  | { do: 'listPatients'; as: Who; limit: number };

const numbered = (letter: string) => fc.option(fc.constantFrom(`${letter}-0`, `${letter}-1`), { freq: 2 });
const family = fc.constantFrom('Ada', 'Bea');
const ifMatch = fc.constantFrom<IfMatch>('none', 'none', 'current', 'stale');
const change: fc.Arbitrary<PatientChange> = fc.record(
  {
    mrn: fc.constantFrom('M-0', 'M-1'),
    external: numbered('E'),
    national: numbered('N'),
    family,
    status: fc.constantFrom('active', 'inactive'),
  },
  { requiredKeys: [] },
);

const created = fc.record({
  do: fc.constant('createPatient' as const),
  as: who,
  mrn: numbered('M'),
  external: numbered('E'),
  national: numbered('N'),
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
const deleted = fc.record({ do: fc.constant('deletePatient' as const), as: who, patient: target, ifMatch });
const restored = fc.record({ do: fc.constant('restorePatient' as const), as: who, patient: target });
const read = fc.record({
  do: fc.constant('getPatient' as const),
  as: who,
  patient: target,
  known: fc.boolean(),
});
const listed = fc.record({
  do: fc.constant('listPatients' as const),
  as: who,
  limit: fc.constantFrom(1, 2, 100),
});

/** As often as they stand here. */
export const patientSteps: fc.Arbitrary<PatientStep>[] = [
  created,
  created,
  patched,
  patched,
  deleted,
  deleted,
  restored,
  read,
  listed,
];

const identifiers = (value: string | null) =>
  value ? [{ system: 'urn:test', value, type: 'national_id' }] : [];

/** The patient as the model has it, under the names of the contract. */
const shownAs = (patient: Patient): Record<string, unknown> => ({
  id: patient.id,
  object: 'patient',
  version: patient.version,
  mrn: patient.mrn,
  external_id: patient.external,
  status: patient.status,
});

function assertShown(shown: Record<string, unknown>, patient: Patient): void {
  same(shown, shownAs(patient), 'patient');
  assert.equal((shown.name as { family: string }).family, patient.family);
  assert.deepEqual(
    (shown.identifiers as { value: string }[]).map(({ value }) => value),
    patient.national ? [patient.national] : [],
  );
}

const versionHeader = (
  patient: Patient | null,
  wanted: IfMatch,
): { headers: Record<string, string>; asked: number | null } => {
  if (wanted === 'none') return { headers: {}, asked: null };
  const asked = (patient?.version ?? 1) + (wanted === 'stale' ? 1 : 0);
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
      ...{ action: 'create_patient', path: '/v1/patients', body, key: step.key },
      verdict: mayHave(org, { mrn, external, national }),
      patients: ({ id }) => [id],
      done: (answer) => {
        const drawn = mrn ?? String(answer.mrn);
        const patient = addPatient(org, { id: answer.id, mrn: drawn, external, national, family: name });
        assertShown(answer, patient);
        return () => patient.deleted;
      },
    });
  }
  if (step.do === 'listPatients') return listPatients(model, world, as, step.limit);
  const { thing: patient, id } = find(model, as, step.patient, 'patient', ({ patients }) => patients);
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
    const reply = await world.portal(as, ({ patients: verbs }) => verbs.restorePatient({ id }));
    if (!settle(org, reply, { action: 'restore_patient', verdict: mayRestore(org, patient), patients }))
      return;
    restorePatient(org, patient!);
    assertShown(reply.json, patient!);
  }
}

function patchOf({ mrn, external, national, family: name, status }: PatientChange): object {
  return {
    ...(mrn !== undefined ? { mrn } : {}),
    ...(external !== undefined ? { external_id: external } : {}),
    ...(national !== undefined ? { identifiers: identifiers(national) } : {}),
    ...(name !== undefined ? { name: { family: name } } : {}),
    ...(status !== undefined ? { status } : {}),
  };
}

/** Walks all pages: together they show each living patient once, newest first. */
export async function listPatients(model: Model, world: World, as: Who, limit: number): Promise<void> {
  const org = model.orgs[as];
  const expected = listedPatients(org);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = `limit=${limit}&include=total_count${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const reply = await world.rest(as, 'GET', `/v1/patients?${query}`);
    const page = expected.slice(seen.length, seen.length + limit);
    settle(org, reply, { action: 'list_patients', verdict: [], patients: page.map(({ id }) => id) });
    const { data, next_cursor, total_count } = reply.json as {
      data: Record<string, unknown>[];
      next_cursor: string | null;
      total_count: number;
    };
    assert.deepEqual(
      data.map(({ id }) => id),
      page.map(({ id }) => id),
      'the list shows other patients than the model',
    );
    data.forEach((shown, index) => assertShown(shown, page[index]!));
    assert.equal(total_count, expected.length, 'total_count');
    seen.push(...page.map(({ id }) => id));
    cursor = next_cursor;
  } while (cursor !== null);
  assert.equal(seen.length, expected.length, 'the list ends before all patients are shown');
}
