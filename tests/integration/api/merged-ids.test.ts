import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import type { Context } from '../../../server/shared/context';
import { newRequestId } from '../../../server/shared/ids';
import { asForm, operationsOf, withRealIds, type ContractOperation } from '../../support/contract';
import { realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { inputSchemaOf, madeInput } from '../../support/made-input';
import { allProcedures } from '../../support/portal-procedures';
import { PROCEDURES } from '../matrix/policy';
import { call, startServer, type TestServer } from '../../support/server';

/** Every operation and procedure that takes the ID of a patient also takes that of a merged record. */

let server: TestServer;
let things: Furnished;
let key: string;
let old: string;
let operations: ContractOperation[];

beforeAll(async () => {
  server = await startServer();
  things = await furnish('merged');
  key = await realKey(things.org);
  const twice = createPatientInput.parse({
    name: { family: 'Old', given: ['Ida'] },
    birth_date: '1960-02-03',
    sex: 'female',
  });
  old = (await createPatient(things.admin, twice)).id;
  await mergePatients(things.admin, {
    id: things.ids.patient,
    merged_patient_id: old,
    reason: 'One person.',
  });
  operations = operationsOf((await call(server, null, 'GET', '/v1/openapi.json')).json);
});
afterAll(() => server.close());

const ofPatients = ({ path }: ContractOperation) => path.startsWith('/v1/patients/{id}');

it('GET of the old ID returns the survivor', async () => {
  const reading = operations.filter((operation) => operation.method === 'GET' && ofPatients(operation));
  expect(reading.map(({ id }) => id).sort()).toEqual(['getPatient', 'listPatientMerges']);
  for (const { path } of reading) {
    const answers = [];
    for (const id of [old, things.ids.patient])
      answers.push((await call(server, key, 'GET', path.replace('{id}', id))).json);
    expect(answers[0], path).toEqual(answers[1]);
  }
});

it('lists accept the old ID as patient_id', async () => {
  const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'patient_id'));
  expect(lists.length).toBeGreaterThan(1);
  for (const { path } of lists) {
    const of = async (id: string) => (await call(server, key, 'GET', `${path}?patient_id=${id}`)).json.data;
    const idsOf = async (id: string) => (await of(id)).map((row: { id: string }) => row.id);
    const listed = await idsOf(old);
    expect(listed.length, path).toBeGreaterThan(0);
    // The first call is itself an entry of the audit log.
    const own = path.endsWith('/audit-events') ? 1 : 0;
    expect((await idsOf(things.ids.patient)).slice(own), path).toEqual(listed);
  }
});

it('bodies accept the old ID as patient_id, and store the item with the survivor', async () => {
  const bodies = operations.flatMap((operation) =>
    operation.bodies
      .filter(({ value }) => 'patient_id' in value || 'patient_id' in ((value.metadata as object) ?? {}))
      .map((body) => ({ operation, body })),
  );
  expect(new Set(bodies.map(({ operation }) => operation.id))).toEqual(
    new Set(['createLabOrder', 'createDocument']),
  );
  for (const { operation, body } of bodies) {
    const real = JSON.parse(
      JSON.stringify(withRealIds(body.value, things)).replaceAll(things.ids.patient, old),
    ) as Record<string, unknown>;
    delete real.external_id;
    const isForm = body.mediaType === 'multipart/form-data';
    const answer = await call(
      server,
      key,
      operation.method,
      operation.path,
      isForm ? asForm(real) : real,
      isForm ? {} : { 'Content-Type': body.mediaType },
    );
    expect(answer.status, `${operation.id} ${body.name}: ${answer.text}`).toBe(201);
    expect(answer.json.patient_id, body.name).toBe(things.ids.patient);
  }
});

it('a change of the merged record is rejected and names the survivor', async () => {
  const writing = operations.filter((operation) => operation.method !== 'GET' && ofPatients(operation));
  expect(writing.map(({ id }) => id).sort()).toEqual([
    'deletePatient',
    'mergePatients',
    'unmergePatients',
    'updatePatient',
  ]);
  for (const { id, method, path, bodies } of writing) {
    const body = bodies[0] ? withRealIds(bodies[0].value, things) : undefined;
    const answer = await call(server, key, method, path.replace('{id}', old), body);
    expect(answer.status, `${id}: ${answer.text}`).toBe(409);
    expect(answer.json.code).toBe('invalid_state');
    if (id !== 'unmergePatients') expect(answer.json.survivor_id, id).toBe(things.ids.patient);
  }
});

/** Times and tokens differ between two responses. */
const stable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replace(/"(content_url|cursor|next_cursor|generated_at)":"[^"]*"/g, '"$1":""'),
  );

it('reading procedures of the portal return the same for the old ID', async () => {
  // By name: the loop calls every procedure, each with its own input.
  const caller = createCaller(fresh(things.admin)) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const reading = Object.entries(allProcedures)
    .filter(([, { _def }]) => _def.type === 'query')
    .flatMap(([path]): [path: string, field: string][] => {
      const { properties = {} } = inputSchemaOf(path);
      if ('patient_id' in properties) return [[path, 'patient_id']];
      return PROCEDURES[path]?.id === 'patient' ? [[path, 'id']] : [];
    });
  expect(reading.length).toBeGreaterThan(9);
  for (const [path, field] of reading) {
    const [router, procedure] = path.split('.') as [string, string];
    const input = { ...madeInput(path, things.ids), ...EXTRA[path] };
    const ask = (id: string) =>
      caller[router]![procedure]!({ ...input, [field]: id }).then(stable, (error: Error) => error.message);
    const answers = [await ask(old), await ask(things.ids.patient)];
    // The access log has one more entry each time.
    if (/^auditLog\.(list|print)PatientAccess$/.test(path)) expect(typeof answers[0]).toBe('object');
    else expect(answers[0], path).toEqual(answers[1]);
  }
});

const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
const EXTRA: Record<string, object> = { 'labResults.getTrend': { tests: ['2345-7'] } };
