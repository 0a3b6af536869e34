import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import { readId } from '../../../server/shared/ids';
import { restorePatient } from '../../../server/domain/patients/restore-patient';
import { asSuperuser, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type Answer, type TestServer } from '../../support/server';

/** Patients through `/v1`: merge patches, conditions, uniqueness, and what a deletion hides. */

let server: TestServer;
let things: Furnished;
let key: string;
beforeAll(async () => {
  server = await startServer();
  things = await furnish('patients');
  key = await realKey(things.org);
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  call(server, key, 'GET', path, undefined, headers);
const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
  call(server, key, 'PATCH', `/v1/patients/${id}`, body, headers);
const remove = (id: string, headers: Record<string, string> = {}) =>
  call(server, key, 'DELETE', `/v1/patients/${id}`, undefined, headers);
const create = async (extra: object = {}): Promise<Answer> =>
  call(server, key, 'POST', '/v1/patients', {
    name: { family: 'Canary', given: ['Jane', 'Ann'], prefix: 'Dr', suffix: 'Jr', use: 'official' },
    birth_date: '1945-07-14',
    sex: 'female',
    ...extra,
  });
const errorsOf = ({ json }: Answer) =>
  Object.fromEntries(
    ((json.errors ?? []) as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]),
  );

describe('PATCH /v1/patients/{id}', () => {
  it('keeps absent fields, clears null ones, merges objects, replaces arrays', async () => {
    const before = (
      await create({
        name: { family: 'Mergewort', given: ['Jane'], prefix: 'Dr', suffix: 'Jr', use: 'official' },
        language: 'de',
        gender_identity: 'x',
        external_id: 'merge-1',
        deceased_at: '2020-01-01',
        sex_at_birth: 'female',
        phones: [{ value: '+4930901820' }, { value: '+4930901821' }],
        emails: [{ value: 'a@example.org' }],
        metadata: { zeta: '1', a: '2' },
      })
    ).json;
    const after = await patch(before.id, {
      name: { given: ['Joan'], prefix: null },
      language: null,
      gender_identity: null,
      external_id: null,
      deceased_at: null,
      sex_at_birth: null,
      phones: [{ value: '+4930901822', use: 'work' }],
      metadata: { zeta: null, b: '3' },
    });
    expect(after.status, after.text).toBe(200);
    expect(after.headers.get('etag')).toBe('"2"');
    expect(after.json).toEqual({
      ...before,
      version: 2,
      updated_at: after.json.updated_at,
      name: { family: 'Mergewort', given: ['Joan'], prefix: null, suffix: 'Jr', use: 'official' },
      language: null,
      gender_identity: null,
      external_id: null,
      deceased_at: null,
      sex_at_birth: null,
      phones: [{ value: '+4930901822', raw: '+4930901822', use: 'work' }],
      metadata: { a: '2', b: '3' },
    });
    expect((await get(`/v1/patients/${before.id}`)).json).toEqual(after.json);
    expect((await patch(before.id, { metadata: {} })).json.metadata).toEqual({ a: '2', b: '3' });
    expect((await patch(before.id, { phones: [], emails: [] })).json).toMatchObject({
      phones: [],
      emails: [],
    });
    // The old number and the old name no longer find the record.
    const find = async (q: string) =>
      ((await get(`/v1/patients?q=mergewort%20${q}`)).json.data as { id: string }[]).length;
    for (const q of ['joan', '901822']) expect(await find(q), q).toBe(q === 'joan' ? 1 : 0);
    for (const q of ['jane', '901820']) expect(await find(q), q).toBe(0);
  });

  it('rejects null for required values, and every read-only member by name, in one response', async () => {
    const { json } = await create();
    const nulls = await patch(json.id, { name: null, birth_date: null, sex: null, mrn: null, phones: null });
    expect([nulls.status, nulls.json.code]).toEqual([422, 'validation_failed']);
    expect(Object.keys(errorsOf(nulls)).sort()).toEqual(['/birth_date', '/mrn', '/name', '/phones', '/sex']);
    expect(errorsOf(await patch(json.id, { name: { family: null } }))).toHaveProperty('/name/family');

    const writable = new Set([
      'mrn',
      'identifiers',
      'name',
      'other_names',
      'birth_date',
      'birth_date_estimated',
      'sex',
      'sex_at_birth',
      'gender_identity',
      'phones',
      'emails',
      'addresses',
      'language',
      'deceased_at',
      'primary_clinician_id',
      'external_id',
      'status',
      'metadata',
    ]);
    const readOnly = Object.keys(json).filter((name) => !writable.has(name));
    expect(readOnly).toContain('merged_into_id');
    const answer = await patch(
      json.id,
      Object.fromEntries(readOnly.filter((name) => name !== 'id').map((name) => [name, json[name]])),
    );
    expect([answer.status, answer.json.code]).toEqual([422, 'validation_failed']);
    expect(errorsOf(answer)).toEqual(
      Object.fromEntries(readOnly.filter((name) => name !== 'id').map((name) => [`/${name}`, 'read_only'])),
    );
    expect(errorsOf(await patch(json.id, { id: json.id }))).toEqual({ '/id': 'read_only' });
    expect(errorsOf(await create({ status: 'inactive' }))).toEqual({ '/status': 'read_only' });
  });

  it('switches between active and inactive, never to merged', async () => {
    const { json } = await create();
    const order = () =>
      call(server, key, 'POST', '/v1/labs/orders', {
        patient_id: json.id,
        items: [{ test_id: things.ids.test }],
      });
    expect((await patch(json.id, { status: 'inactive' })).json).toMatchObject({
      status: 'inactive',
      version: 2,
    });
    expect((await order()).json.code).toBe('patient_not_active');
    expect((await get('/v1/patients?status=inactive')).json.data).toMatchObject([{ id: json.id }]);
    expect((await patch(json.id, { status: 'active' })).json).toMatchObject({ status: 'active', version: 3 });
    expect((await order()).status).toBe(201);
    for (const status of ['merged', 'deleted', null])
      expect((await patch(json.id, { status })).json.code, String(status)).toBe('validation_failed');
    const events = await asSuperuser<{ previous: unknown }>(
      "SELECT previous FROM events WHERE object_id = $1 AND type = 'patient.updated' ORDER BY sequence",
      [readId('patient', json.id)],
    );
    expect(events.map(({ previous }) => previous)).toEqual([{ status: 'active' }, { status: 'inactive' }]);
  });

  it('respects If-Match and If-None-Match', async () => {
    const { json } = await create();
    const path = `/v1/patients/${json.id}`;
    expect((await patch(json.id, { language: 'fr' }, { 'If-Match': '"1"' })).json.version).toBe(2);
    const stale = await patch(json.id, { language: 'es' }, { 'If-Match': '"1"' });
    expect([stale.status, stale.json.code, stale.json.current_version]).toEqual([412, 'version_mismatch', 2]);
    const staleDelete = await remove(json.id, { 'If-Match': '"1"' });
    expect([staleDelete.status, staleDelete.json.current_version]).toEqual([412, 2]);
    expect((await patch(json.id, { language: 'es' }, { 'If-Match': '*' })).status).toBe(200);
    expect((await patch(json.id, { language: 'es' }, { 'If-Match': 'W/"3"' })).status).toBe(400);
    const fresh = await get(path, { 'If-None-Match': '"3"' });
    expect([fresh.status, fresh.text, fresh.headers.get('etag')]).toEqual([304, '', '"3"']);
    expect((await get(path, { 'If-None-Match': '"2"' })).status).toBe(200);
    expect((await remove(json.id, { 'If-Match': '"3"' })).status).toBe(204);
    expect((await get(path, { 'If-None-Match': '"4"' })).status).toBe(404);
  });

  it('keeps MRN, external ID and identifying identifiers unique, but not other identifiers', async () => {
    const identifier = (type: string, value = 'v1') => [{ system: `urn:${type}`, value, type }];
    const first = (await create({ mrn: 'U-1', external_id: 'u-1' })).json;
    const second = (await create()).json;
    for (const [fields, code, pointer] of [
      [{ mrn: 'U-1' }, 'duplicate_mrn', '/mrn'],
      [{ external_id: 'u-1' }, 'duplicate_external_id', '/external_id'],
    ] as const) {
      const rejected = await patch(second.id, fields);
      expect([rejected.status, rejected.json.code], code).toEqual([409, code]);
      expect(errorsOf(rejected), code).toEqual({ [pointer]: 'not_unique' });
    }
    for (const type of ['mrn', 'national_id', 'lab', 'passport', 'insurance', 'other']) {
      expect((await patch(first.id, { identifiers: identifier(type) })).status, type).toBe(200);
      const answer = await patch(second.id, { identifiers: identifier(type) });
      if (['mrn', 'national_id', 'lab'].includes(type))
        expect([answer.status, answer.json.code], type).toEqual([409, 'duplicate_identifier']);
      else expect(answer.status, type).toBe(200);
      await patch(second.id, { identifiers: [] });
    }
    const twice = await patch(first.id, { identifiers: [...identifier('lab'), ...identifier('lab')] });
    expect(errorsOf(twice)).toEqual({ '/identifiers/1': 'not_unique' });
  });
});

describe('deleted patient', () => {
  it('hides orders, results, documents and bytes, keeps its events, and a restoration shows all again', async () => {
    const { ids, admin } = things;
    const document = (await get(`/v1/documents/${ids.document}`)).json;
    const address = document.content_url.replace(/^https?:\/\/[^/]+/, '') as string;
    expect((await get(address)).status).toBe(200);
    const paths = [
      `/v1/patients/${ids.patient}`,
      `/v1/labs/orders/${ids.order}`,
      `/v1/labs/results/${ids.result}`,
      `/v1/labs/results/${ids.order}`,
      `/v1/documents/${ids.document}`,
      `/v1/documents/${ids.document}/content`,
      address,
    ];
    const lists = [
      `/v1/labs/orders?patient_id=${ids.patient}`,
      `/v1/labs/orders?order_number=${things.orderNumber}`,
      `/v1/documents?patient_id=${ids.patient}`,
      `/v1/documents?q=foreign`,
      `/v1/patients?q=given%20${things.family}`,
      `/v1/patients?mrn=${things.mrn}`,
      `/v1/patients?external_id=${things.externalId}`,
    ];
    for (const path of lists) expect((await get(path)).json.data, path).toHaveLength(1);
    const whole = new Map<string, string>();
    for (const path of paths.slice(0, 4)) whole.set(path, (await get(path)).text);

    const open = await call(server, key, 'POST', '/v1/labs/orders', {
      patient_id: ids.patient,
      items: [{ test_id: ids.test }],
    });
    const rejected = await remove(ids.patient);
    expect([rejected.status, rejected.json.code]).toEqual([409, 'patient_has_open_orders']);
    for (const status of ['sent', 'collected', 'in_progress', 'partially_resulted', 'failed']) {
      await asSuperuser('UPDATE lab_orders SET status = $2 WHERE id = $1', [
        readId('lab_order', open.json.id),
        status,
      ]);
      expect((await remove(ids.patient)).status, status).toBe(409);
    }
    await asSuperuser("UPDATE lab_orders SET status = 'cancelled' WHERE id = $1", [
      readId('lab_order', open.json.id),
    ]);
    expect((await remove(ids.patient)).status).toBe(204);

    for (const path of paths) expect((await get(path)).status, path).toBe(404);
    for (const path of lists) {
      const answer = await get(path);
      expect(answer.json.data ?? [], `${path} ${answer.text}`).toEqual([]);
    }
    expect((await remove(ids.patient)).status).toBe(404);
    expect((await patch(ids.patient, { language: 'de' })).status).toBe(404);
    for (const [path, body] of [
      ['/v1/labs/orders', { patient_id: ids.patient, items: [{ test_id: ids.test }] }],
      ['/v1/documents', { patient_id: ids.patient, content: { data: 'aGVsbG8=', file_name: 'a.txt' } }],
    ] as const)
      expect((await call(server, key, 'POST', path, body)).json.code, path).toBe('patient_not_found');
    await expect(
      fileLabResult(things.org.ctx, {
        patient_id: ids.patient,
        lab: { id: 'example-lab', name: 'Example Laboratory', accreditation_number: null, director: null },
        filler_order_number: 'LATE-1',
        status: 'final',
        panels: [],
      } as never),
    ).rejects.toMatchObject({ code: 'patient_not_found' });

    const events = await asSuperuser<{ type: string; sequence: number }>(
      'SELECT type, sequence FROM events WHERE object_id = $1 ORDER BY sequence',
      [readId('patient', ids.patient)],
    );
    expect(events.map(({ type }) => type)).toEqual(['patient.created', 'patient.deleted']);

    await restorePatient(admin, { id: ids.patient });
    for (const path of paths) expect((await get(path)).status, path).toBe(200);
    for (const path of paths.slice(1, 4)) expect((await get(path)).text, path).toBe(whole.get(path));
    expect((await get(lists[4]!)).json.data).toHaveLength(1);
  });
});
