import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, realKey } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type Answer, type TestServer } from '../../support/server';

/** `POST /v1/patients/batch`: one outcome per item, all of them stored together. */

let server: TestServer;
let things: Furnished;
let key: string;
beforeAll(async () => {
  server = await startServer();
  things = await furnish('batch');
  key = await realKey(things.org);
});
afterAll(() => server.close());

const person = (family: string, extra: object = {}) => ({
  name: { family, given: ['Ada'] },
  birth_date: '1980-05-04',
  sex: 'female',
  ...extra,
});
const number = (value: string) => ({ system: 'urn:batch', value, type: 'national_id' });
const send = (patients: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(server, key, 'POST', '/v1/patients/batch', { patients }, headers);
const rows = async (family: string) =>
  (
    await asSuperuser("SELECT id FROM patients WHERE org_id = $1 AND name ->> 'family' = $2", [
      things.org.orgId,
      family,
    ])
  ).length;

interface Outcome {
  index: number;
  status: string;
  patient: { id: string } | null;
  error: { code: string; errors: { pointer: string }[] } | null;
}
const outcomes = ({ json }: Answer) => json.data as Outcome[];
const brief = (answer: Answer) =>
  outcomes(answer).map(({ status, error }) =>
    error ? `${error.code} ${error.errors.map(({ pointer }) => pointer).join()}` : status,
  );

describe('POST /v1/patients/batch', () => {
  it('creates the valid items, and rejects each other one like a single request', async () => {
    const items = [
      person('Alone'),
      person('Undated', { birth_date: '2999-01-01' }),
      {
        name: { family: 'Typo', given: ['Ada'] },
        birth_date: '1980-05-04',
        sex: 'female',
        fmaily: 'x',
        id: 'x',
      },
      'no object',
      person('Clinician', { primary_clinician_id: 'usr_01k00000000000000000000000' }),
      person('Twice', { identifiers: [number('1'), number('1')] }),
    ];
    const answer = await send(items);
    expect(answer.status, answer.text).toBe(200);
    expect(brief(answer)).toEqual([
      'created',
      'validation_failed /birth_date',
      'validation_failed /fmaily,/id',
      'validation_failed ',
      'validation_failed /primary_clinician_id',
      'validation_failed /identifiers/1',
    ]);
    expect(outcomes(answer).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(answer.json).toMatchObject({ object: 'patient_batch', created_count: 1, failed_count: 5 });
    const { patient } = outcomes(answer)[0]!;
    expect((await call(server, key, 'GET', `/v1/patients/${patient!.id}`)).json).toEqual(patient);
    for (const { index, error } of outcomes(answer).filter(({ error }) => error)) {
      if (index === 3) continue;
      const {
        instance: _,
        request_id: __,
        ...alone
      } = (await call(server, key, 'POST', '/v1/patients', items[index] as object)).json;
      expect(error).toEqual(alone);
    }
  });

  it('processes items in order: duplicates in the batch fail, and free what they took', async () => {
    const identifiers = [number('B-1')];
    const answer = await send([
      person('Order1', { mrn: 'BATCH-1', identifiers }),
      person('Order2', { mrn: 'BATCH-1' }),
      person('Order3', { mrn: 'BATCH-2', external_id: 'batch-2', identifiers }),
      person('Order4', { mrn: 'BATCH-2', external_id: 'batch-2' }),
      person('Order5', { external_id: 'batch-2' }),
    ]);
    expect(brief(answer)).toEqual([
      'created',
      'duplicate_mrn /mrn',
      'duplicate_identifier /identifiers',
      'created',
      'duplicate_external_id /external_id',
    ]);
  });

  it('emits an event for each patient, and names all of them in one audit row', async () => {
    const answer = await send([person('Told'), person('Untold', { sex: 'x' }), person('Told')]);
    const ids = outcomes(answer).flatMap(({ patient }) => (patient ? [readId('patient', patient.id)!] : []));
    expect(ids).toHaveLength(2);
    const events = await asSuperuser<{ object_id: string; type: string; sequence: number }>(
      'SELECT object_id, type, sequence FROM events WHERE org_id = $1 AND object_id = ANY($2) ORDER BY object_id',
      [things.org.orgId, ids],
    );
    expect(events).toEqual(ids.sort().map((id) => ({ object_id: id, type: 'patient.created', sequence: 1 })));
    const audit = await auditRows(answer.headers.get('x-request-id')!);
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({ action: 'create_patient_batch', detail: { created: 2, failed: 1 } });
    expect(audit[0]!.patient_ids.sort()).toEqual(ids);
  });

  it('rejects a body that is no batch', async () => {
    const hundred = Array.from({ length: 101 }, () => person('TooMany'));
    for (const [patients, pointer, code] of [
      [[], '/patients', 'too_short'],
      [hundred, '/patients', 'too_long'],
      [person('NoList'), '/patients', 'invalid_type'],
      [undefined, '/patients', 'required'],
    ] as const) {
      const { status, json } = await send(patients);
      expect([status, json.errors[0].pointer, json.errors[0].code]).toEqual([422, pointer, code]);
    }
    expect(await rows('TooMany')).toBe(0);
  });

  it('creates a hundred, and repeats the outcomes for the same key', async () => {
    const items = Array.from({ length: 100 }, (_, n) => person('Hundred', n === 7 ? { sex: 'x' } : {}));
    const first = await send(items, { 'Idempotency-Key': 'hundred' });
    const again = await send(items, { 'Idempotency-Key': 'hundred' });
    expect(first.json).toMatchObject({ created_count: 99, failed_count: 1 });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expect(await rows('Hundred')).toBe(99);
  });

  it('creates nothing when the service fails in the middle', async () => {
    const items = [person('Half'), person('Half', { mrn: 'FAILS' }), person('Half')];
    await asSuperuser(`
      CREATE FUNCTION reject_half() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER reject_half BEFORE INSERT ON patients FOR EACH ROW
        WHEN (NEW.org_id = '${things.org.orgId}' AND NEW.mrn = 'FAILS') EXECUTE FUNCTION reject_half()`);
    try {
      expect((await send(items, { 'Idempotency-Key': 'half' })).status).toBe(500);
    } finally {
      await asSuperuser('DROP TRIGGER reject_half ON patients; DROP FUNCTION reject_half()');
    }
    expect(await rows('Half')).toBe(0);
    const again = await send(items, { 'Idempotency-Key': 'half' });
    expect([again.json.created_count, again.headers.get('idempotency-replayed')]).toEqual([3, null]);
  });
});
