import { describe, expect, it } from 'vitest';
import { listAuditEntriesInput } from '../../../server/domain/audit-log/contract';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { createPatient } from '../../../server/domain/patients/create-patient';
import {
  createPatientInput,
  listPatientsInput,
  updatePatientInput,
} from '../../../server/domain/patients/contract';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../../support/database';

const jane = (extra: object = {}) =>
  createPatientInput.parse({
    name: { family: "O'Brien-Smith", given: ['Jané', 'Ann'] },
    birth_date: '1945-07-14',
    sex: 'female',
    ...extra,
  });
const list = (query: object) => listPatientsInput.parse(query);

describe('createPatient', () => {
  it('stores the record, one audit row and one event in one transaction', async () => {
    const org = await testOrg();
    const ctx = keyContext(org.orgId);
    const made = await createPatient(
      ctx,
      jane({ phones: [{ value: '+49 30 901820', use: 'home' }], external_id: 'x-1' }),
    );
    expect(made).toMatchObject({
      object: 'patient',
      version: 1,
      status: 'active',
      external_id: 'x-1',
      name: { family: "O'Brien-Smith", prefix: null },
    });
    expect(made.mrn).toMatch(/^\d{11}$/);
    expect(made.phones).toEqual([{ value: '+4930901820', raw: '+49 30 901820', use: 'home' }]);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'create_patient', kind: 'write', outcome: 'allowed' },
    ]);
    const events = await asSuperuser<{ type: string; sequence: number; body: string }>(
      'SELECT * FROM events WHERE org_id = $1',
      [org.orgId],
    );
    expect(events).toMatchObject([{ type: 'patient.created', sequence: 1 }]);
    expect(events[0]!.body).not.toContain('Brien');
  });

  it('emits no webhook event for imported history, and numbers events from one afterwards', async () => {
    const org = await testOrg();
    const made = await createPatient(org.ctx, jane(), { historical: true });
    await updatePatient(org.ctx, updatePatientInput.parse({ id: made.id, language: 'de' }));
    const events = await asSuperuser<{ type: string; sequence: number }>(
      'SELECT type, sequence FROM events WHERE org_id = $1',
      [org.orgId],
    );
    expect(events).toEqual([{ type: 'patient.updated', sequence: 1 }]);
  });

  it('writes nothing when the audit row cannot be written', async () => {
    const org = await testOrg();
    const ctx = { ...keyContext(org.orgId), requestId: null as unknown as string };
    await expect(createPatient(ctx, jane())).rejects.toThrow();
    expect(await asSuperuser('SELECT 1 FROM patients WHERE org_id = $1', [org.orgId])).toEqual([]);
    expect(await asSuperuser('SELECT 1 FROM events WHERE org_id = $1', [org.orgId])).toEqual([]);
  });

  it.each([
    ['mrn', { mrn: 'A-1' }, 'duplicate_mrn'],
    ['external_id', { external_id: 'e-1' }, 'duplicate_external_id'],
    [
      'identifier',
      { identifiers: [{ system: 'urn:x', value: '1', type: 'national_id' }] },
      'duplicate_identifier',
    ],
  ])('rejects a second %s in the organization and accepts it in another', async (_name, fields, code) => {
    const [org, other] = [await testOrg(), await testOrg()];
    await createPatient(org.ctx, jane(fields));
    await expect(createPatient(org.ctx, jane(fields))).rejects.toMatchObject({ code });
    await expect(createPatient(other.ctx, jane(fields))).resolves.toMatchObject(
      'identifiers' in fields ? {} : fields,
    );
  });

  it('lets only administrators choose an MRN', async () => {
    const org = await testOrg();
    await expect(
      createPatient(await personContext(org, 'clinician'), jane({ mrn: 'A-1' })),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(
      createPatient(await personContext(org, 'admin'), jane({ mrn: 'A-1' })),
    ).resolves.toMatchObject({ mrn: 'A-1' });
    await expect(createPatient(await personContext(org, 'viewer'), jane())).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

describe('getPatient', () => {
  it('gives the same answer for foreign, deleted, unknown and malformed IDs', async () => {
    const [org, other] = [await testOrg(), await testOrg()];
    const foreign = await createPatient(other.ctx, jane());
    const deleted = await createPatient(org.ctx, jane());
    await deletePatient(org.ctx, { id: deleted.id });
    for (const id of [
      foreign.id,
      deleted.id,
      'pat_01jcxyz0000000000000000000',
      'pat_x',
      deleted.id.replace('pat', 'ord'),
    ]) {
      await expect(getPatient(org.ctx, { id })).rejects.toMatchObject({
        code: 'not_found',
        message: 'The resource does not exist.',
      });
    }
  });
});

describe('updatePatient', () => {
  it('merges, increments the version and records only the changed fields', async () => {
    const org = await testOrg();
    const made = await createPatient(
      org.ctx,
      jane({ name: { family: 'Old', given: ['Jane'], prefix: 'Dr' }, metadata: { a: '1', b: '2' } }),
    );
    const ctx = keyContext(org.orgId);
    const updated = await updatePatient(
      ctx,
      updatePatientInput.parse({
        id: made.id,
        name: { family: 'New' },
        metadata: { a: null, c: '3' },
        language: 'de',
      }),
    );
    expect(updated).toMatchObject({
      version: 2,
      name: { family: 'New', given: ['Jane'], prefix: 'Dr' },
      metadata: { b: '2', c: '3' },
      language: 'de',
    });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { detail: { fields: ['name', 'language', 'metadata'] } },
    ]);
    const unchanged = await updatePatient(org.ctx, updatePatientInput.parse({ id: made.id, language: 'de' }));
    expect(unchanged.version).toBe(2);
    const sequences = await asSuperuser<{ sequence: number }>(
      'SELECT sequence FROM events WHERE org_id = $1 ORDER BY id',
      [org.orgId],
    );
    expect(sequences.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('rejects direction overrides in names and accepts all right-to-left names', async () => {
    const org = await testOrg();
    const named = (family: string, given: string) => jane({ name: { family, given: ['A', given] } });
    for (const turn of ['\u202a', '\u202e', '\u2066', '\u2069'])
      await expect(createPatient(org.ctx, named(`Smi${turn}th`, `${turn}B`))).rejects.toMatchObject({
        code: 'validation_failed',
        extras: {
          errors: [
            { pointer: '/name/family', code: 'invalid_format' },
            { pointer: '/name/given/1', code: 'invalid_format' },
          ],
        },
      });
    const { id } = await createPatient(org.ctx, named('حداد', 'ن\u200cی\u200f'));
    const other = { family: 'X\u202e', given: ['B'] };
    await expect(
      updatePatient(org.ctx, updatePatientInput.parse({ id, other_names: [other] })),
    ).rejects.toMatchObject({ extras: { errors: [{ pointer: '/other_names/0/family' }] } });
    expect(await getPatient(org.ctx, { id })).toMatchObject({ version: 1, name: { family: 'حداد' } });
  });

  it('by a credential without read permission requires a field, and audits the returned record', async () => {
    const org = await testOrg();
    const { id } = await createPatient(org.ctx, jane());
    const writer = keyContext(org.orgId, ['patients:write']);
    await expect(updatePatient(writer, updatePatientInput.parse({ id }))).rejects.toMatchObject({
      code: 'validation_failed',
      extras: {
        errors: [{ pointer: '', code: 'required', message: expect.stringContaining('patients:read') }],
      },
    });
    const changed = await updatePatient(writer, updatePatientInput.parse({ id, language: 'de' }));
    expect(changed).toMatchObject({ id, birth_date: jane().birth_date, language: 'de' });
    const reader = await personContext(org, 'admin');
    expect(await updatePatient(reader, updatePatientInput.parse({ id }))).toMatchObject({ id, version: 2 });
    const { data } = await listAuditEntries(reader, listAuditEntriesInput.parse({ kind: 'write' }));
    expect(
      data
        .filter(({ action }) => action === 'update_patient')
        .map(({ fields, record_returned }) => ({ fields, record_returned })),
    ).toEqual([
      { fields: [], record_returned: false },
      { fields: ['language'], record_returned: true },
    ]);
  });

  it('rejects a stale version and loses no concurrent update', async () => {
    const org = await testOrg();
    const made = await createPatient(org.ctx, jane());
    const race = await Promise.allSettled(
      [...Array(8).keys()].map((n) =>
        updatePatient(
          { ...org.ctx, ifMatch: 1 },
          updatePatientInput.parse({ id: made.id, gender_identity: `g${n}` }),
        ),
      ),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of race)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'version_mismatch', extras: { current_version: 2 } });
  });
});

describe('listPatients', () => {
  it('finds by parts of names in any order, without accents, hyphens or apostrophes, and by dates and numbers', async () => {
    const org = await testOrg();
    const target = await createPatient(
      org.ctx,
      jane({
        mrn: 'HX-12345',
        phones: [{ value: '+1 555 419 3488', use: 'home' }],
        other_names: [{ family: 'Müller', given: ['Jané'] }],
      }),
    );
    await createPatient(
      org.ctx,
      jane({ mrn: 'ZZ-77777', name: { family: 'Brian', given: ['Otto'] }, birth_date: '1990-01-01' }),
    );
    for (const q of [
      'obrien',
      "o'brien",
      'smith jane',
      'JANE obriensm',
      'ann',
      'muller',
      '1945-07-14',
      'smith 14-jul-1945',
      '14.07.1945',
      'hx-123',
      'HX12345',
      '3488',
      '555 419 3488 jane'.replace(/ (?=\d)/g, ''),
    ]) {
      const found = await listPatients(org.ctx, list({ q }));
      expect(
        found.data.map(({ id }) => id),
        q,
      ).toEqual([target.id]);
    }
    for (const q of ['brien2', 'smith otto', '1945-07-15', '9999'])
      expect((await listPatients(org.ctx, list({ q }))).data, q).toEqual([]);
  });

  it('pages through every patient exactly once in each sort, and records them in the audit', async () => {
    const org = await testOrg();
    const ids: string[] = [];
    for (let n = 0; n < 7; n++)
      ids.push(
        (
          await createPatient(
            org.ctx,
            jane({ name: { family: ['Same', 'Alpha', 'Zulu'][n % 3]!, given: ['X'] } }),
          )
        ).id,
      );
    for (const sort of [
      'created_at',
      '-created_at',
      'updated_at',
      '-updated_at',
      'family',
      '-family',
      'birth_date',
      '-birth_date',
    ]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const ctx = keyContext(org.orgId);
        const page = await listPatients(ctx, list({ sort, limit: 3, cursor }));
        const [audit] = await auditRows(ctx.requestId);
        expect(audit!.patient_ids).toHaveLength(page.data.length);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect([...seen].sort(), sort).toEqual([...ids].sort());
    }
    const search = await listPatients(org.ctx, list({ q: 'same', limit: 2 }));
    const rest = await listPatients(org.ctx, list({ q: 'same', limit: 2, cursor: search.next_cursor! }));
    expect(new Set([...search.data, ...rest.data].map(({ id }) => id)).size).toBe(3);
    expect(await listPatients(org.ctx, list({ include: 'total_count', limit: 1 }))).toMatchObject({
      total_count: 7,
      has_more: true,
    });
  });

  it('rejects a cursor of another organization or filter, and a made-up one', async () => {
    const [org, other] = [await testOrg(), await testOrg()];
    for (let n = 0; n < 3; n++) await createPatient(org.ctx, jane());
    const { next_cursor } = await listPatients(org.ctx, list({ limit: 1 }));
    const tampered = next_cursor!.replace(/^./, (first) => (first === 'W' ? 'X' : 'W'));
    for (const [ctx, query] of [
      [other.ctx, { limit: 1, cursor: next_cursor }],
      [org.ctx, { limit: 1, cursor: next_cursor, sex: 'male' }],
      [org.ctx, { limit: 1, cursor: tampered }],
      [org.ctx, { limit: 1, cursor: 'x' }],
    ] as const) {
      await expect(listPatients(ctx, list(query))).rejects.toMatchObject({ code: 'invalid_cursor' });
    }
  });
});
