import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../../server/api/root';
import { createCallerFactory } from '../../../server/api/trpc';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { exportAuditEvents, exportLimits } from '../../../server/domain/audit-log/export-audit-events';
import { listPatientAccess } from '../../../server/domain/audit-log/list-patient-access';
import {
  exportAuditEventsInput,
  listAuditEntriesInput,
  listPatientAccessInput,
  type AuditEntry,
} from '../../../server/domain/audit-log/contract';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, readId, showId } from '../../../server/shared/ids';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../../support/database';

/** The patient's access log: who opened, listed or changed what, including rejections and reads of the log. */

const caller = createCallerFactory(appRouter);

let org: TestOrg;
let admin: Context;
let clinician: Context;
const fresh = <C extends Context>(ctx: C): C => ({ ...ctx, requestId: newRequestId() });
const patient = (of = org) =>
  createPatient(
    fresh(of.ctx),
    createPatientInput.parse({
      name: { family: 'Seen', given: ['Ada'] },
      birth_date: '1950-01-02',
      sex: 'female',
    }),
  );
const log = async (id: string, query: object = {}, ctx: Context = admin) =>
  (await listPatientAccess(fresh(ctx), listPatientAccessInput.parse({ patient_id: id, ...query }))).data;
const reported = (entries: AuditEntry[]) => entries.map(({ action, outcome }) => `${action} ${outcome}`);

beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
  clinician = await personContext(org, 'clinician');
});

describe('patient access log', () => {
  it('lists all operations on the patient, newest first, and nothing about others', async () => {
    const [seen, other] = [await patient(), await patient()];
    await getPatient(fresh(clinician), { id: seen.id });
    await getPatient(fresh(clinician), { id: other.id });
    await updatePatient(fresh(clinician), { id: seen.id, language: 'de' });
    await listPatients(fresh(clinician), listPatientsInput.parse({}));
    const entries = await log(seen.id);
    expect(reported(entries)).toEqual([
      'list_patients allowed',
      'update_patient allowed',
      'get_patient allowed',
      'create_patient allowed',
    ]);
    expect(entries[0]!.patient_count).toBeGreaterThanOrEqual(2);
    expect(entries[1]).toMatchObject({
      who: { id: showId('user', clinician.actor.id!), name: 'Test clinician' },
      app: null,
      transport: 'portal',
      kind: 'write',
      code: null,
      fields: ['language'],
      patient_count: 1,
    });
    expect(reported(await log(other.id))).toEqual([
      'list_patients allowed',
      'get_patient allowed',
      'create_patient allowed',
    ]);
  });

  it('names keys and applications, also revoked ones', async () => {
    const seen = await patient();
    const made = await createApiKey(fresh(admin), { name: 'Billing', scopes: ['patients:read'] });
    const id = readId('api_key', made.id)!;
    await asSuperuser('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    const key = keyContext(org.orgId, ['patients:read']);
    await getPatient(fresh({ ...key, actor: { ...key.actor, id } }), { id: seen.id });
    const app = randomUUID();
    await asSuperuser(
      `INSERT INTO oauth_apps (org_id, id, name, kind, auth_method, redirect_uris, scopes, created_at, updated_at, created_by, deleted_at)
       VALUES ($1, $2, 'AcmeSync', 'public', 'none', '{https://app.example}', '{patients:read}', now(), now(), 'system', now())`,
      [org.orgId, app],
    );
    await getPatient(fresh({ ...clinician, transport: 'v1', actor: { ...clinician.actor, app } }), {
      id: seen.id,
    });
    const [through, by] = await log(seen.id);
    expect(through).toMatchObject({ who: { name: 'Test clinician' }, app: { name: 'AcmeSync' } });
    expect(by).toMatchObject({ who: { id: made.id, name: 'Billing' }, app: null, transport: 'v1' });
    expect(reported(await log(seen.id, { who: showId('oauth_app', app) }))).toEqual(['get_patient allowed']);
    expect(reported(await log(seen.id, { who: made.id }))).toEqual(['get_patient allowed']);
  });

  it('includes rejected requests for the patient', async () => {
    const seen = await patient();
    const blind = caller(fresh(keyContext(org.orgId, ['labs:read'])));
    await expect(blind.patients.getPatient({ id: seen.id })).rejects.toThrow();
    await expect(blind.documents.listDocuments({ patient_id: seen.id })).rejects.toThrow();
    const unentitled = caller(fresh(clinician));
    await expect(unentitled.patients.deletePatient({ id: seen.id })).rejects.toThrow();
    const document = await createDocument(
      fresh(org.ctx),
      createDocumentInput.parse({
        patient_id: seen.id,
        title: 'Note',
        content: { data: Buffer.from('A note').toString('base64'), file_name: 'note.txt' },
      }),
    );
    await expect(blind.documents.getDocument({ id: document.id })).rejects.toThrow();
    const entries = await log(seen.id, { outcome: 'refused' });
    expect(entries.map(({ action, code, kind }) => [action, code, kind])).toEqual([
      ['get_document', 'insufficient_scope', 'read'],
      ['delete_patient', 'forbidden', 'write'],
      ['list_documents', 'insufficient_scope', 'list'],
      ['get_patient', 'insufficient_scope', 'read'],
    ]);
  });

  it('does not show attempts of another organization', async () => {
    const seen = await patient();
    const elsewhere = await testOrg();
    const stranger = await personContext(elsewhere, 'admin');
    await expect(caller(fresh(stranger)).patients.getPatient({ id: seen.id })).rejects.toThrow();
    expect(reported(await log(seen.id))).toEqual(['create_patient allowed']);
    await expect(log(seen.id, {}, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is for administrators, and reading it is recorded in it', async () => {
    const seen = await patient();
    await expect(log(seen.id, {}, clinician)).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(log(seen.id, {}, keyContext(org.orgId))).rejects.toMatchObject({ code: 'forbidden' });
    await log(seen.id);
    expect(reported(await log(seen.id))).toEqual(['list_patient_access allowed', 'create_patient allowed']);
  });

  it('leaves out the request that shows it, until the next reading', async () => {
    const seen = await patient();
    const page = fresh(admin);
    await getPatient(page, { id: seen.id });
    const input = listPatientAccessInput.parse({ patient_id: seen.id });
    expect(reported((await listPatientAccess(page, input)).data)).toEqual(['create_patient allowed']);
    expect(reported(await log(seen.id))).toEqual([
      'list_patient_access allowed',
      'get_patient allowed',
      'create_patient allowed',
    ]);
  });

  it('filters by actor, kind, outcome and time, and pages without gap or repetition', async () => {
    const seen = await patient();
    for (let nth = 0; nth < 7; nth++) {
      await getPatient(fresh(clinician), { id: seen.id });
      await updatePatient(fresh(admin), { id: seen.id, language: nth % 2 ? 'de' : 'en' });
    }
    const whole = await log(seen.id);
    expect(whole).toHaveLength(15);
    // The limit counts visits: one of each user.
    const first = await listPatientAccess(
      fresh(admin),
      listPatientAccessInput.parse({ patient_id: seen.id, limit: 3, until: whole[0]!.at }),
    );
    expect(first.data.map(({ id }) => id)).toEqual(
      whole.filter(({ at }) => at < whole[0]!.at).map(({ id }) => id),
    );
    expect(first.next_cursor).toBeNull();
    expect(await log(seen.id, { kind: 'write', limit: 100 })).toHaveLength(8);
    expect(await log(seen.id, { who: showId('user', clinician.actor.id!) })).toHaveLength(7);
    const at = (index: number) => whole[index]!.at;
    const between = await log(seen.id, { since: at(10), until: at(4) });
    const expected = whole.filter((one) => one.at >= at(10) && one.at < at(4)).map(({ id }) => id);
    expect(between.map(({ id }) => id)).toEqual(expected);
    for (const limit of [1, 4, 7]) {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const until = new Date(Date.parse(at(0)) + 1).toISOString();
        const input = { patient_id: seen.id, limit, until, ...(cursor ? { cursor } : {}) };
        const page = await listPatientAccess(fresh(admin), listPatientAccessInput.parse(input));
        ids.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      // The reads of these pages are recorded too, as newer entries.
      expect(ids.slice(-15)).toEqual(whole.map(({ id }) => id));
    }
  });

  it('accepts times of any age', async () => {
    const seen = await patient();
    expect(await log(seen.id, { since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59Z' })).toHaveLength(
      1,
    );
    expect(await log(seen.id, { until: '1969-12-31T23:59:59Z' })).toEqual([]);
  });
});

describe('audit of the organization', () => {
  const audit = async (query: object = {}, ctx: Context = admin) =>
    (await listAuditEntries(fresh(ctx), listAuditEntriesInput.parse({ limit: 100, ...query }))).data;

  it('includes operations with and without a patient', async () => {
    const seen = await patient();
    const entries = await audit({ limit: 3 });
    expect(reported(entries)[0]).toBe('create_patient allowed');
    expect(entries[0]).toMatchObject({ object: null, patients: [{ id: seen.id, mrn: seen.mrn }] });
    expect(reported(await audit({ kind: 'list', limit: 1 }))).toEqual(['list_audit_entries allowed']);
  });

  it('shows its own organization only, to administrators', async () => {
    const elsewhere = await testOrg();
    const stranger = await personContext(elsewhere, 'admin');
    const own = await audit({}, stranger);
    expect(reported(own)).toEqual(['create_user allowed', 'create_organization allowed']);
    expect(await audit({ who: showId('user', admin.actor.id!) }, stranger)).toEqual([]);
    await expect(audit({}, clinician)).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(await audit({ who: showId('user', newId()) })).toEqual([]);
  });

  it('is exported completely and verbatim, in any number of pieces', async () => {
    const own = await testOrg();
    const name = 'Ann "=1+1", Ltd\u00b5';
    const reader = await personContext(own, 'admin');
    await asSuperuser('UPDATE users SET name = $1 WHERE id = $2', [name, reader.actor.id]);
    for (let nth = 0; nth < 3; nth++) await patient(own);
    await listPatients(fresh(reader), listPatientsInput.parse({}));
    const shown = await audit({}, reader);
    const usual = { ...exportLimits };
    const download = (query: object) => exportAuditEvents(fresh(reader), exportAuditEventsInput.parse(query));
    const wholeFile = async (query: object) => {
      const pieces = [await download(query)];
      for (let next = pieces[0]!.next_cursor; next; next = pieces.at(-1)!.next_cursor) {
        // Written while the file is read: newer than its first line.
        await patient(own);
        pieces.push(await download({ ...query, cursor: next }));
      }
      return pieces;
    };
    try {
      exportLimits.atOnce = 2;
      const pieces = await wholeFile({});
      expect(
        pieces.every((piece) => piece.count <= 2 && /^audit-[\d-]{10}\.csv$/.test(piece.file_name)),
      ).toBe(true);
      const lines = pieces
        .map(({ content }) => content)
        .join('')
        .split('\r\n');
      // The export contains one entry more: the previous read of the list, as the newest.
      expect(lines.slice(1, -1)).toHaveLength(shown.length + 1);
      expect(lines.slice(2, -1).map((line) => line.split('","').at(-1))).toEqual(
        shown.map(({ id }) => `${id}"`),
      );
      expect(pieces.reduce((sum, piece) => sum + piece.count, 0)).toBe(shown.length + 1);
      expect(lines.filter((line) => line.startsWith('\ufeff"Time (UTC)"'))).toHaveLength(1);
      expect(lines.find((line) => line.includes('"list_patients"'))).toContain(
        `,"Ann ""=1+1"", Ltd\u00b5","${showId('user', reader.actor.id!)}",`,
      );
      // Each part of the export is recorded separately.
      const acts = await audit({ kind: 'download' }, reader);
      expect(reported(acts)).toEqual(pieces.map(() => 'export_audit_events allowed'));
      const [first] = pieces;
      for (const wrong of [{ kind: 'list', cursor: first!.next_cursor! }, { cursor: 'x' }])
        await expect(download(wrong)).rejects.toMatchObject({ code: 'invalid_cursor' });
      await expect(
        exportAuditEvents(fresh(admin), { cursor: first!.next_cursor! }),
        'of another organization',
      ).rejects.toMatchObject({ code: 'invalid_cursor' });
    } finally {
      Object.assign(exportLimits, usual);
    }
    const people = await download({ who: showId('user', reader.actor.id!), kind: 'list' });
    expect(people).toMatchObject({ count: 3, next_cursor: null });
    await expect(exportAuditEvents(fresh(clinician), {})).rejects.toMatchObject({ code: 'forbidden' });
  });
});
