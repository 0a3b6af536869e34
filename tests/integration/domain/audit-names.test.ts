import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { exportAuditEvents } from '../../../server/domain/audit-log/export-audit-events';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { listEntryPatients } from '../../../server/domain/audit-log/list-entry-patients';
import { listPatientAccess } from '../../../server/domain/audit-log/list-patient-access';
import {
  listAuditEntriesInput,
  listPatientAccessInput,
  type AuditEntry,
} from '../../../server/domain/audit-log/contract';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';

/** The audit log names only patients and objects of the organization, and records whom it named. */

let own: Furnished;
let other: Furnished;
const fresh = <C extends Context>(ctx: C): C => ({ ...ctx, requestId: newRequestId() });

const audit = async (ctx: Context, query: object = {}) =>
  (await listAuditEntries(fresh(ctx), listAuditEntriesInput.parse({ limit: 100, ...query }))).data;
const newest = (entries: AuditEntry[], action: string) => entries.find((entry) => entry.action === action)!;

beforeAll(async () => {
  own = await furnish('Named');
  other = await furnish('Elsewhere');
});

describe('names in the audit log', () => {
  it('are those of patients, documents, reports, orders, webhooks, keys, connections and applications', async () => {
    const key = await createApiKey(fresh(own.admin), { name: 'Desk sync', scopes: ['patients:read'] });
    const entries = await audit(own.admin);
    const patient = {
      id: own.ids.patient,
      name: expect.objectContaining({ family: own.family }),
      mrn: own.mrn,
    };
    expect(newest(entries, 'create_document')).toMatchObject({
      object: { id: own.ids.document, name: 'foreign Named', parent_id: own.ids.patient, deleted: false },
      patients: [patient],
      patient_count: 1,
    });
    const objectOf = (action: string) => newest(entries, action).object;
    expect(objectOf('file_lab_result')).toMatchObject({ name: 'Glucose', parent_id: own.ids.patient });
    expect(entries.find(({ object }) => object?.id === own.ids.order)!.object).toMatchObject({
      name: own.orderNumber,
      parent_id: own.ids.patient,
    });
    expect(objectOf('create_webhook')).toMatchObject({ id: own.ids.webhook, parent_id: null });
    expect(objectOf('create_webhook')!.name).toBe('https://hooks.example.org/clinical');
    expect(objectOf('create_api_key')).toMatchObject({
      id: key.id,
      name: `Desk sync ending in ${key.stub.slice(-4)}`,
    });
    expect(objectOf('create_oauth_app')).toMatchObject({ id: own.ids.oauthApp, name: 'app Named' });
    expect(objectOf('create_ingest_key')).toMatchObject({
      id: own.ids.ingestKey,
      name: 'lab Named',
      parent_id: own.ids.labConnection,
    });
    expect(newest(entries, 'create_user').object!.name).toBe('Test admin');
    expect(newest(entries, 'create_user').facts).toEqual([{ field: 'role', value: 'admin' }]);
    expect(entries.find(({ action }) => action === 'create_patient')!.object, 'is among the patients').toBe(
      null,
    );
  });

  it('are type and time for a message without control ID', async () => {
    const id = readId('inbound_message', own.ids.inboundMessage)!;
    await asSuperuser(
      "UPDATE inbound_messages SET control_id = NULL, message_type = 'ORU', received_at = '2026-11-05T14:07:00Z' WHERE id = $1",
      [id],
    );
    await asSuperuser("UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = $1", [
      own.admin.actor.orgId,
    ]);
    const reader = createCaller(fresh(own.admin));
    await reader.inboundMessages.getInboundMessage({ id: own.ids.inboundMessage });
    expect(newest(await audit(own.admin), 'get_inbound_message').object).toMatchObject({
      name: 'ORU 05-Nov-2026 15:07',
    });
  });

  it('are the browser of a session', async () => {
    const id = newId();
    await asSuperuser(
      `INSERT INTO auth_sessions (org_id, id, user_id, secret_hash, created_at, last_seen_at, expires_at, methods, user_agent)
       VALUES ($1, $2, $3, $4, now(), now(), now() + interval '1 hour', '{}', 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')`,
      [own.org.orgId, id, own.admin.actor.id, Buffer.from(id)],
    );
    const ctx = fresh(own.admin);
    await createCaller(ctx).sessions.endSession({ id: showId('session', id) });
    const [entry] = await audit(own.admin, { about: ctx.requestId });
    expect(entry!.object).toMatchObject({ id: showId('session', id), name: 'Firefox on Windows' });
  });

  it('are in the CSV file with their type, but not those of patients', async () => {
    const { content } = await exportAuditEvents(fresh(own.admin), {});
    const lineOf = (id: string) =>
      content.split('\r\n').find((line) => line.includes('"Changes"') && line.includes(id));
    expect(lineOf(own.ids.webhook)).toContain(
      `"${own.ids.webhook}","Webhook","https://hooks.example.org/clinical"`,
    );
    expect(lineOf(own.ids.document)).toContain(`"${own.ids.document}","Document",""`);
    expect(lineOf(own.ids.order)).toContain(`"${own.ids.order}","Lab order",""`);
    for (const words of ['foreign Named', own.family, own.mrn, own.orderNumber])
      expect(content).not.toContain(words);
  });

  it('record every patient that the page names, and who read it', async () => {
    const reader = fresh(own.admin);
    const { data } = await listAuditEntries(reader, listAuditEntriesInput.parse({ limit: 100 }));
    const named = data.flatMap(({ patients }) => patients.map(({ id }) => id)).filter((id) => id !== null);
    expect(named).toContain(own.ids.patient);
    const [row] = await auditRows(reader.requestId);
    expect(row).toMatchObject({ action: 'list_audit_entries', object_kind: 'audit_event' });
    const recorded = await asSuperuser<{ id: string }>(
      'SELECT unnest(patient_ids) AS id FROM audit_events WHERE request_id = $1',
      [reader.requestId],
    );
    expect(new Set(recorded.map(({ id }) => id))).toEqual(new Set(named.map((id) => readId('patient', id))));
  });

  it('are shown for failed requests too, if the object is of the organization', async () => {
    const failed = async (id: string) => {
      const ctx = fresh(own.admin);
      const input = { id, url: 'http://10.0.0.1/not-allowed' };
      await expect(createCaller(ctx).webhooks.updateWebhook(input)).rejects.toThrow();
      return newest(await audit(own.admin, { about: ctx.requestId }), 'update_webhook');
    };
    expect(await failed(own.ids.webhook)).toMatchObject({
      outcome: 'failed',
      object: { id: own.ids.webhook, name: 'https://hooks.example.org/clinical' },
    });
    expect(await failed(other.ids.webhook)).toMatchObject({ outcome: 'failed', object: null });
  });

  it('stay within the organization, also for ids of others in requests and rows', async () => {
    const { admin } = own;
    const denied = fresh(admin);
    await expect(createCaller(denied).patients.getPatient({ id: other.ids.patient })).rejects.toThrow();
    // Never written by the service: rows of this organization that point to the other one.
    const kinds = {
      document: 'document',
      lab_result: 'result',
      lab_order: 'order',
      webhook: 'webhook',
      user: 'user',
    };
    for (const [kind, name] of Object.entries(kinds) as [keyof typeof kinds, keyof Furnished['ids']][])
      await asSuperuser(
        `INSERT INTO audit_events (org_id, id, at, actor, transport, action, kind, outcome, object_kind, object_id, patient_ids, request_id)
         VALUES ($1, $5, now(), 'system', 'system', 'foreign_' || $2, 'write', 'allowed', $2, $3, ARRAY[$4::uuid], 'req_x')`,
        [
          own.org.orgId,
          kind,
          readId(kind as 'user', other.ids[name]),
          readId('patient', other.ids.patient),
          newId(),
        ],
      );
    const reader = fresh(admin);
    const { data } = await listAuditEntries(reader, listAuditEntriesInput.parse({ limit: 100 }));
    expect(data.find(({ request_id }) => request_id === denied.requestId)).toMatchObject({
      outcome: 'failed',
      patients: [{ id: null, name: null, mrn: null, erased: false }],
      patient_count: 1,
    });
    const planted = data.filter(({ action }) => action.startsWith('foreign_'));
    expect(planted).toHaveLength(5);
    for (const entry of planted)
      expect(entry).toMatchObject({
        object: { name: null, parent_id: null, deleted: false },
        patients: [{ id: null, name: null, mrn: null, erased: false }],
      });
    const text = JSON.stringify(data);
    for (const foreign of [
      other.family,
      other.mrn,
      other.orderNumber,
      other.ids.patient,
      'foreign Elsewhere',
    ])
      expect(text).not.toContain(foreign);
    const recorded = await asSuperuser<{ id: string }>(
      'SELECT unnest(patient_ids) AS id FROM audit_events WHERE request_id = $1',
      [reader.requestId],
    );
    expect(recorded.map(({ id }) => id)).not.toContain(readId('patient', other.ids.patient));
    await asSuperuser("DELETE FROM audit_events WHERE request_id = 'req_x'");
  });

  it('are those of deleted objects without a page, and never of deleted patients', async () => {
    await deleteWebhook(fresh(own.admin), { id: own.ids.webhook });
    await deletePatient(fresh(own.admin), { id: own.ids.patient });
    const entries = await audit(own.admin);
    expect(newest(entries, 'delete_webhook').object).toEqual({
      id: own.ids.webhook,
      name: 'https://hooks.example.org/clinical',
      parent_id: null,
      deleted: true,
    });
    expect(newest(entries, 'delete_patient').patients).toEqual([
      { id: own.ids.patient, name: null, mrn: null, erased: false },
    ]);
    expect(newest(entries, 'create_document').object).toMatchObject({ name: null, parent_id: null });
    expect(JSON.stringify(entries)).not.toContain(own.mrn);
  });

  it('are not those of one of many patients, and not for other roles', async () => {
    const clinician = await personContext(other.org, 'clinician');
    await listPatients(fresh(clinician), listPatientsInput.parse({}));
    await expect(audit(clinician)).rejects.toMatchObject({ code: 'insufficient_scope' });
    for (const given of ['Third', 'Fourth'])
      await createPatient(
        fresh(other.admin),
        createPatientInput.parse({
          name: { family: other.family, given: [given] },
          birth_date: '1980-01-01',
          sex: 'male',
        }),
      );
    await listPatients(fresh(clinician), listPatientsInput.parse({}));
    const [many, two] = (await audit(other.admin)).filter(({ action }) => action === 'list_patients');
    expect([many!.patient_count, many!.patients]).toEqual([4, []]);
    expect([two!.patient_count, two!.patients.length]).toEqual([2, 2]);
    const reader = fresh(other.admin);
    const named = await listEntryPatients(reader, { id: many!.id });
    expect(named.patient_count).toBe(4);
    expect(named.data.map(({ name }) => name!.given[0])).toEqual(expect.arrayContaining(['Third', 'Fourth']));
    const [row] = await auditRows(reader.requestId);
    expect(row).toMatchObject({ action: 'list_entry_patients', kind: 'list' });
    expect(new Set(row!.patient_ids)).toEqual(new Set(named.data.map(({ id }) => readId('patient', id!))));
    const closed = named.data[0]!;
    await asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [
      readId('patient', closed.id!),
    ]);
    expect((await listEntryPatients(fresh(other.admin), { id: many!.id })).data[0]).toMatchObject({
      name: { family: `${closed.name!.family[0]!}.` },
      mrn: null,
    });
    await asSuperuser('UPDATE patients SET restriction = NULL WHERE id = $1', [
      readId('patient', closed.id!),
    ]);
    await expect(listEntryPatients(fresh(clinician), { id: many!.id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(listEntryPatients(fresh(own.admin), { id: many!.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('of an access log leave out what belongs to another patient', async () => {
    const { admin, ids } = other;
    const log = async (id: string) =>
      (await listPatientAccess(fresh(admin), listPatientAccessInput.parse({ patient_id: id }))).data;
    expect(newest(await log(ids.patient), 'create_document').object).toMatchObject({
      id: ids.document,
      name: 'foreign Elsewhere',
      parent_id: ids.patient,
    });
    await asSuperuser('UPDATE documents SET patient_id = $1 WHERE id = $2', [
      readId('patient', ids.spare),
      readId('document', ids.document),
    ]);
    const entries = await log(ids.patient);
    expect(newest(entries, 'create_document').object).toMatchObject({ name: null, parent_id: null });
    expect(entries.every(({ patients }) => patients.length === 0)).toBe(true);
    expect(JSON.stringify(entries)).not.toContain(ids.spare);
  });
});
