import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { getAdminOverview } from '../../../server/domain/admin-overview/get-admin-overview';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { listAuditEntriesInput, savedAuditFilter } from '../../../server/domain/audit-log/contract';
import { deleteAuditFilter } from '../../../server/domain/audit-log/delete-audit-filter';
import { exportAuditEvents } from '../../../server/domain/audit-log/export-audit-events';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { listAuditFilters } from '../../../server/domain/audit-log/list-audit-filters';
import { MOST_FILTERS } from '../../../server/domain/audit-log/rules';
import { saveAuditFilter } from '../../../server/domain/audit-log/save-audit-filter';
import { updateDisplaySettings } from '../../../server/domain/display-settings/update-display-settings';
import { discardDraft } from '../../../server/domain/drafts/discard-draft';
import { saveDraft } from '../../../server/domain/drafts/save-draft';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import type { Context } from '../../../server/shared/context';
import { newRequestId, readId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';
import { meetBeforeWriting } from '../../support/locked-rows';
import { withPassword } from '../../support/second-factors';

let org: TestOrg;
let admin: Context;
const fresh = <C extends Context>(ctx: C): C => ({ ...ctx, requestId: newRequestId() });

beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
});

describe('filters of the audit log', () => {
  const actions = async (query: object) =>
    (await listAuditEntries(fresh(admin), listAuditEntriesInput.parse({ limit: 100, ...query }))).data.map(
      ({ action, outcome }) => `${action} ${outcome}`,
    );

  beforeAll(async () => {
    const patient = await createPatient(
      fresh(admin),
      createPatientInput.parse({
        name: { family: 'Filtered', given: ['Ada'] },
        birth_date: '1950-01-02',
        sex: 'female',
      }),
    );
    await getPatient(fresh(admin), { id: patient.id });
    await listPatients(fresh(admin), listPatientsInput.parse({}));
    await deletePatient(fresh(admin), { id: patient.id });
    await expect(createCaller(fresh(admin)).patients.getPatient({ id: patient.id })).rejects.toThrow();
    const key = await createApiKey(fresh(admin), { name: 'Filtered', scopes: ['patients:read'] });
    await revokeApiKey(fresh(admin), { id: key.id });
    await updateDisplaySettings(fresh(admin), { theme: 'dark' });
    const clinician = await personContext(org, 'clinician');
    await expect(createCaller(fresh(clinician)).auditLog.listAuditActors({})).rejects.toThrow();
    await withPassword(clinician);
  });

  it('distinguish missing permission from other failures, whatever is stored', async () => {
    expect(await actions({ outcome: 'refused' })).toEqual(['list_audit_actors refused']);
    expect(await actions({ outcome: 'failed' })).toEqual(['get_patient failed']);
  });

  it('keep identity checks apart from denied and failed entries', async () => {
    const own = await personContext(await testOrg(), 'admin');
    const listed = async (query: object) =>
      (await listAuditEntries(fresh(own), listAuditEntriesInput.parse({ limit: 100, ...query }))).data;
    const { session: _, ...unproven } = own;
    await expect(
      createCaller(fresh(unproven)).apiKeys.createApiKey({ name: 'Asked', scopes: ['patients:read'] }),
    ).rejects.toThrow();
    expect(await listed({ outcome: 'prompted' })).toMatchObject([
      { action: 'create_api_key', outcome: 'prompted', code: 'reauthentication_required' },
    ]);
    for (const query of [{ outcome: 'refused' }, { outcome: 'failed' }, { topic: 'denied' }])
      expect(await listed(query), JSON.stringify(query)).toEqual([]);
    expect((await listed({ topic: 'sign_ins' })).map(({ action }) => action)).not.toContain('create_api_key');
    expect((await getAdminOverview(fresh(own))).denied).toBe(0);
    const { content } = await exportAuditEvents(fresh(own), { hide_reads: true });
    expect(content).toContain(
      '"Tried to create an API key: identity check requested","create_api_key","Changes","Identity check requested","reauthentication_required"',
    );
  });

  it('hide allowed views and lists, and keep denied ones', async () => {
    const all = await actions({});
    expect(all).toContain('get_patient allowed');
    expect(all).toContain('list_patients allowed');
    const hidden = await actions({ hide_reads: true });
    expect(hidden).toEqual(
      all
        .filter((line) => !/^(get|list)_\w+ allowed$/.test(line))
        .filter((line) => !line.startsWith('export_')),
    );
    expect(hidden).toContain('get_patient failed');
    expect(hidden).toContain('list_audit_actors refused');
  });

  it('have as many requests on a page as its limit, however many entries they have', async () => {
    const elsewhere = await personContext(await testOrg(), 'admin');
    const requests = Array.from({ length: 4 }, () => fresh(elsewhere));
    for (const [at, ctx] of requests.entries())
      for (let entry = 0; entry < (at === 2 ? 7 : 2); entry++)
        await updateDisplaySettings(ctx, { theme: entry % 2 === 0 ? 'dark' : 'light' });
    const [first, second, third, fourth] = requests.map(({ requestId }) => requestId);
    const read = async (query: object) => {
      const { data, next_cursor } = await listAuditEntries(
        fresh(elsewhere),
        listAuditEntriesInput.parse({ kind: 'write', ...query }),
      );
      return { requests: data.map(({ request_id }) => request_id), cursor: next_cursor };
    };
    const page = await read({ limit: 2 });
    expect(page.requests).toEqual([fourth, fourth, ...Array<string>(7).fill(third!)]);
    expect((await read({ limit: 2, cursor: page.cursor })).requests).toEqual([second, second, first, first]);
    // Up to a bound.
    const part = await read({ limit: 1, about: third });
    expect(part.requests).toHaveLength(5);
    expect((await read({ limit: 1, about: third, cursor: part.cursor })).requests).toHaveLength(2);
  });

  it('hide drafts with the reads', async () => {
    await saveDraft(fresh(admin), { form: '/patients/new', content: '{}' });
    await discardDraft(fresh(admin), { form: '/patients/new' });
    expect((await actions({})).filter((line) => line.includes('_draft'))).toEqual([
      'discard_draft allowed',
      'save_draft allowed',
    ]);
    expect((await actions({ hide_reads: true })).join()).not.toContain('_draft');
  });

  it('offer connections as actors', async () => {
    const elsewhere = await personContext(await testOrg(), 'admin');
    const { id } = await createLabConnection(fresh(elsewhere), { name: 'North Lab', transport: 'https' });
    const { connections } = await createCaller(fresh(elsewhere)).auditLog.listAuditActors({});
    expect(connections).toEqual([{ id, name: 'North Lab' }]);
  });

  it('tell keys with one name apart', async () => {
    const elsewhere = await personContext(await testOrg(), 'admin');
    const key = await createApiKey(fresh(elsewhere), { name: 'Rotated', scopes: ['patients:read'] });
    const { keys } = await createCaller(fresh(elsewhere)).auditLog.listAuditActors({});
    expect(keys).toContainEqual({ id: key.id, name: `Rotated ending in ${key.key!.slice(-4)}` });
  });

  it('apply to the CSV file', async () => {
    const { content } = await exportAuditEvents(fresh(admin), { hide_reads: true });
    expect(content).toContain('"create_patient"');
    expect(content).not.toContain('"list_patients"');
    expect(content).toContain('"Created a patient","create_patient","Changes","Allowed",');
    expect(content).toMatch(
      /"Tried to [^"]+: denied, [^"]+","list_audit_actors","[^"]+","Denied","forbidden"/,
    );
  });

  it.each([
    ['denied', ['list_audit_actors refused']],
    ['sign_ins', ['sign_in allowed']],
    [
      'configuration',
      [
        'create_user allowed',
        'revoke_api_key allowed',
        'create_api_key allowed',
        'create_user allowed',
        'create_organization allowed',
      ],
    ],
    ['deletions', ['revoke_api_key allowed', 'delete_patient allowed']],
  ])('have the preset %s', async (topic, expected) => {
    expect(await actions({ topic })).toEqual(expected);
  });

  it('find the entries about a patient, an object or a request, and of no other organization', async () => {
    const about = async (ctx: Context, id: string) =>
      (await listAuditEntries(fresh(ctx), listAuditEntriesInput.parse({ limit: 100, about: id }))).data;
    const key = await createApiKey(fresh(admin), { name: 'About', scopes: ['patients:read'] });
    const [created] = await about(admin, key.id);
    expect(created).toMatchObject({ action: 'create_api_key', object: { id: key.id } });
    expect(await about(admin, key.id)).toHaveLength(1);
    expect((await about(admin, created!.request_id)).map(({ id }) => id)).toEqual([created!.id]);
    const patient = await createPatient(
      fresh(admin),
      createPatientInput.parse({
        name: { family: 'About', given: ['Bea'] },
        birth_date: '1950-01-02',
        sex: 'female',
      }),
    );
    await getPatient(fresh(admin), { id: patient.id });
    const ctx = fresh(admin);
    const found = await listAuditEntries(ctx, listAuditEntriesInput.parse({ about: patient.id }));
    expect(found.data.map(({ action }) => action)).toEqual(['get_patient', 'create_patient']);
    expect(await auditRows(ctx.requestId)).toMatchObject([{ patient_ids: [readId('patient', patient.id)] }]);
    const { content } = await exportAuditEvents(fresh(admin), { about: patient.id });
    expect(content.trimEnd().split('\n').slice(1)).toHaveLength(3);
    // The page only counts the other patients of a read.
    await createPatient(
      fresh(admin),
      createPatientInput.parse({
        name: { family: 'About', given: ['Cleo'] },
        birth_date: '1951-01-02',
        sex: 'female',
      }),
    );
    await listPatients(fresh(admin), listPatientsInput.parse({ q: 'About' }));
    const again = fresh(admin);
    const { data } = await listAuditEntries(again, listAuditEntriesInput.parse({ about: patient.id }));
    expect(data.find(({ action }) => action === 'list_patients')).toMatchObject({
      patient_count: 2,
      patients: [{ id: patient.id }],
    });
    expect(await auditRows(again.requestId)).toMatchObject([
      { patient_ids: [readId('patient', patient.id)] },
    ]);
    const other = await personContext(await testOrg(), 'admin');
    for (const id of [key.id, created!.request_id, patient.id]) expect(await about(other, id)).toEqual([]);
  });

  it('find a patient by MRN for auditors, also through a merged record', async () => {
    const made = (given: string) =>
      createPatient(
        fresh(admin),
        createPatientInput.parse({
          name: { family: 'Mrn', given: [given] },
          birth_date: '1950-01-02',
          sex: 'female',
        }),
      );
    const [kept, merged] = [await made('Kim'), await made('Lou')];
    await asSuperuser(
      "UPDATE patients SET status = 'merged', merged_into_id = $1 WHERE id = $2",
      [kept.id, merged.id].map((id) => readId('patient', id)),
    );
    const auditor = await personContext(org, 'auditor');
    for (const { mrn } of [kept, merged]) {
      const ctx = fresh(auditor);
      expect(await createCaller(ctx).auditLog.findAuditedPatient({ mrn })).toEqual({ id: kept.id });
      expect(await auditRows(ctx.requestId)).toMatchObject([
        { action: 'find_audited_patient', patient_ids: [readId('patient', kept.id)] },
      ]);
    }
    const stranger = await personContext(await testOrg(), 'auditor');
    expect(await createCaller(fresh(stranger)).auditLog.findAuditedPatient({ mrn: kept.mrn })).toEqual({
      id: null,
    });
    const clinician = await personContext(org, 'clinician');
    await expect(
      createCaller(fresh(clinician)).auditLog.findAuditedPatient({ mrn: kept.mrn }),
    ).rejects.toThrow();
  });
});

describe('saved filters', () => {
  const save = (ctx: Context, name: string, filter: object = { kind: 'write' }) =>
    saveAuditFilter(fresh(ctx), savedAuditFilter.parse({ name, filter }));
  const names = async (ctx: Context) => (await listAuditFilters(fresh(ctx))).data.map(({ name }) => name);

  it('belong to one user of one organization', async () => {
    const colleague = await personContext(org, 'admin');
    const stranger = await personContext(await testOrg(), 'admin');
    const filter = { topic: 'deletions', reads: 'shown', from: '2026-11-01', who: 'system' };
    await save(admin, '  Night shift  ', filter);
    expect(await listAuditFilters(fresh(admin))).toEqual({ data: [{ name: 'Night shift', filter }] });
    for (const other of [colleague, stranger]) {
      expect(await names(other)).toEqual([]);
      await deleteAuditFilter(fresh(other), { name: 'Night shift' });
      await save(other, 'Night shift');
    }
    expect(await listAuditFilters(fresh(admin))).toEqual({ data: [{ name: 'Night shift', filter }] });
    await deleteAuditFilter(fresh(admin), { name: 'Night shift' });
    expect(await names(admin)).toEqual([]);
    expect(await names(colleague)).toEqual(['Night shift']);
  });

  it('have different names, and no more than the limit', async () => {
    const ctx = await personContext(org, 'admin');
    await save(ctx, 'Keys');
    for (const name of ['Keys', 'keys'])
      await expect(save(ctx, name)).rejects.toMatchObject({
        code: 'invalid_state',
        message: 'You already have a filter with this name.',
      });
    for (let nth = 2; nth < MOST_FILTERS; nth++) await save(ctx, `Filter ${nth}`);
    const last = await meetBeforeWriting('audit_filters', [() => save(ctx, 'A'), () => save(ctx, 'B')]);
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(save(ctx, 'One more')).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'You have 20 saved filters. Delete one first.',
    });
    const [one] = await names(ctx);
    await deleteAuditFilter(fresh(ctx), { name: one! });
    await save(ctx, 'One more');
  });

  it('have the same name only once, also in two requests at once', async () => {
    const ctx = await personContext(org, 'admin');
    const both = await Promise.allSettled([save(ctx, 'Twice'), save(ctx, 'Twice')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = both.find((result) => result.status === 'rejected')!;
    expect(failed.reason).toMatchObject({
      code: 'invalid_state',
      message: 'You already have a filter with this name.',
    });
  });

  it('are recorded by the names of their criteria, for administrators only', async () => {
    const ctx = fresh(admin);
    await saveAuditFilter(ctx, { name: 'Recorded', filter: { who: 'system', kind: 'auth' } });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'save_audit_filter', detail: { fields: ['who', 'kind'] } },
    ]);
    const clinician = await personContext(org, 'clinician');
    await expect(save(clinician, 'Mine')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(names(clinician)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(deleteAuditFilter(fresh(clinician), { name: 'Mine' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it.each([
    ['', {}],
    ['x'.repeat(81), {}],
    ['Name', { who: 'Mallory' }],
    ['Name', { topic: 'everything' }],
    ['Name', { from: '31-Feb-2026' }],
    ['Name', { patient_id: 'pat_x' }],
  ])('reject the name “%s” with %j', (name, filter) => {
    expect(savedAuditFilter.safeParse({ name, filter }).success).toBe(false);
  });
});
