import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntriesInput } from '../../../server/domain/audit-log/contract';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { createDocument } from '../../../server/domain/documents/create-document';
import { moveDocumentInput } from '../../../server/domain/documents/correction-contract';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { storeUpload } from '../../../server/domain/documents/store-upload';
import { saveDraft } from '../../../server/domain/drafts/save-draft';
import { erasePatientInput } from '../../../server/domain/erasures/contract';
import { erasePatient } from '../../../server/domain/erasures/erase-patient';
import { getErasure } from '../../../server/domain/erasures/get-erasure';
import { getErasurePreview } from '../../../server/domain/erasures/get-erasure-preview';
import { sweepErasedFiles } from '../../../server/domain/erasures/remove-files';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { runMessageAgain } from '../../../server/domain/inbound-messages/run-message-again';
import { createFromPatientUpdate } from '../../../server/domain/patient-updates/create-from-patient-update';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { commentLabResult } from '../../../server/domain/reviews/comment-lab-result';
import { env } from '../../../server/env';
import type { Context } from '../../../server/shared/context';
import { newId, readId, showId } from '../../../server/shared/ids';
import { storage } from '../../../server/storage/index';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../../support/database';
import { er7 } from '../../support/hl7';
import { deliver, hospital, laboratory, store, updatesOf, type TestLaboratory } from '../../support/intake';
import { input as documentInput } from '../../support/documents';
import { fresh, mergeClinic } from '../../support/patient-merges';
import { filesWith, tablesWith } from '../../support/search-database';

const clinic = mergeClinic();
let admin: Context;
let lab: TestLaboratory;
let feed: TestLaboratory;
beforeAll(async () => {
  admin = await personContext(clinic.org, 'admin');
  lab = await laboratory(clinic.org);
  feed = await hospital(clinic.org);
});

let count = 0;
const stores = path.join(env.DATA_DIR, 'documents');
const order = {
  ground: 'patient_request',
  reason: 'Requested by the patient.',
  reference: 'REQ 7/2026',
} as const;
const erase = ({ id, mrn }: { id: string; mrn: string }, extra: object = order, ctx: Context = admin) =>
  erasePatient(fresh(ctx), erasePatientInput.parse({ id, mrn, ...extra }));

/** A patient whose name and numbers occur nowhere else. */
async function rarePatient() {
  const at = `${process.pid}${++count}`;
  const family = `Quillfeather${at}`;
  const mrn = `QZM${at}`;
  const number = `QZN${at}`;
  const patient = await clinic.patient({
    name: { family, given: [`Zenobia${at}`] },
    mrn,
    identifiers: [{ system: 'https://example.org/nid', value: number, type: 'national_id' }],
    phones: [{ value: `+49 30 99${at}`, use: 'home' }],
    addresses: [{ lines: [`Featherlane ${at}`], city: 'Berlin' }],
  });
  return {
    ...patient,
    mrn,
    family,
    words: [family, `Zenobia${at}`, mrn, number, `Featherlane ${at}`, `DOCTEXT${at}`],
    at,
  };
}
type Rare = Awaited<ReturnType<typeof rarePatient>>;

const MSH = (type: string) =>
  `MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105143000||${type}|E${process.pid}${++count}|P|2.5.1`;
const pidOf = ({ mrn, family, at }: Rare) => `PID|1||${mrn}^^^CLINIC^MR||${family}^Zenobia${at}||19450714|F`;
const obr = () =>
  `OBR|1||F${process.pid}${++count}|GLU^Glucose^L|||20260105080000|||||||||||||||20260105140000|||F`;
const obx = (value: string) => `OBX|1|NM|GLU^Glucose^L||${value}|mg/dL|||||F`;

/** Everything that the service stores about a patient. */
async function filledChart(patient: Rare) {
  const { id, at } = patient;
  const content = {
    content: { data: Buffer.from(`DOCTEXT${at}`).toString('base64'), file_name: `Zenobia${at}.txt` },
  };
  await clinic.document(id, { title: `Letter of ${patient.family}`, ...content });
  const report = {
    filler_order_number: `Q-${at}`,
    notes: [{ text: `Call ${patient.family}`, source: null }],
  };
  const result = await clinic.result(id, report);
  await commentLabResult(fresh(clinic.clinician), { id: result, note: `Told ${patient.family}` });
  const orderId = await clinic.order(id);
  await cancelLabOrder(fresh(clinic.clinician), { id: orderId, reason: `No need, ${patient.family}` });
  const connection = lab.connectionId;
  const sent = newId();
  await asSuperuser(
    `insert into outbound_messages (org_id, id, connection_id, order_id, kind, control_id, status, attempts_allowed, created_at, created_by)
     values ($1, $2, $3, $4, 'new_order', $5, 'accepted', 1, now(), 'system')`,
    [clinic.org.orgId, sent, connection, readId('lab_order', orderId), sent.slice(-12)],
  );
  await asSuperuser('insert into outbound_message_bytes (org_id, message_id, bytes) values ($1, $2, $3)', [
    clinic.org.orgId,
    sent,
    Buffer.from(pidOf(patient)),
  ]);
  const answered = { key: `k${at}`, path: '/v1/documents', fingerprint: Buffer.alloc(32, 1) };
  await createDocument(
    { ...fresh(clinic.key), idempotency: answered },
    documentInput(id, { title: `Copy of ${patient.family}` }),
  );
  await clinic.result(id, { ...report, status: 'corrected', notes: [] });
  const staged = await storage().stage(Readable.from([Buffer.from(`DOCTEXT${at} held`)]), {
    maxBytes: 1_000,
  });
  await storeUpload(fresh(clinic.clinician), staged, {
    patientId: id,
    fileName: `Zenobia${at}.txt`,
    declaredType: null,
    sha256: null,
  });
  await saveDraft(fresh(clinic.clinician), { form: `/patients/${id}/orders/new`, content: patient.family });
  await deliver(lab, MSH('ORU^R01'), pidOf(patient), obr(), obx('91'));
  // Unmatched: without a number, and with an unknown one.
  await deliver(lab, MSH('ORU^R01'), `PID|1||||${patient.family}^Zenobia${at}||19450714|F`, obr(), obx('92'));
  await deliver(
    feed,
    MSH('ADT^A08'),
    'EVN|A08|20260105120000',
    `PID|1||${patient.mrn}^^^HOSP^MR||${patient.family}^Zenobia${at}||19450714|F`,
  );
  return { result, orderId };
}

const rowsOfAudit = () =>
  asSuperuser<{ id: string; digest: string }>(
    'select id, md5(e::text) as digest from audit_events e where org_id = $1 order by id',
    [clinic.org.orgId],
  );

describe('erasing a patient', () => {
  it('leaves no name, number or text of the patient in the database or the store, and no sealed row changes', async () => {
    const patient = await rarePatient();
    const merged = await clinic.patient({ mrn: `QZX${patient.at}` });
    await filledChart(patient);
    await clinic.document(merged.id);
    await clinic.merge(patient.id, merged.id);
    const other = await clinic.patient();
    const wrong = await clinic.document(other.id, { title: `Scan of ${patient.family}` });
    await moveDocument(
      fresh(clinic.clinician),
      moveDocumentInput.parse({ id: wrong, patient_id: patient.id, reason: 'Wrong chart.' }),
    );
    const words = [...patient.words, merged.mrn];
    // A control: the search finds what is there.
    expect(await tablesWith(words)).toEqual([
      'documents',
      'idempotency_records',
      'inbound_message_bytes',
      'inbound_patient_updates',
      'inbound_reports',
      'lab_orders',
      'lab_result_versions',
      'lab_results',
      'outbound_message_bytes',
      'patient_identifiers',
      'patient_tokens',
      'patients',
      'review_entries',
      'uploads',
    ]);
    expect(await filesWith(stores, words)).toHaveLength(2);
    const before = await rowsOfAudit();
    const preview = await getErasurePreview(fresh(admin), { id: merged.id });
    expect(preview).toMatchObject({
      mrn: patient.mrn,
      merged_records: 1,
      lab_results: 2,
      documents: 4,
      retention_ended: false,
    });

    const made = await erase(patient);
    expect(await tablesWith(words)).toEqual([]);
    expect(await filesWith(stores, words)).toEqual([]);
    expect(made).toMatchObject({
      patient_id: patient.id,
      record_ids: [patient.id, merged.id],
      ground: 'patient_request',
      reference: 'REQ 7/2026',
      counts: {
        records: 2,
        lab_results: 2,
        documents: 5,
        uploads: 1,
        messages: 3,
        sent_messages: 1,
        drafts: 1,
        lab_orders: 1,
      },
      files_removed_at: expect.any(String),
    });
    expect(made.files).toHaveLength(5);
    expect(await getErasure(fresh(admin), { id: made.id })).toEqual(made);
    const after = new Map((await rowsOfAudit()).map(({ id, digest }) => [id, digest]));
    for (const { id, digest } of before) expect(after.get(id)).toBe(digest);
    await expect(getPatient(fresh(admin), { id: patient.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(getPatient(fresh(admin), { id: merged.id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await getPatient(fresh(admin), { id: other.id })).toMatchObject({ id: other.id });
    const events = await asSuperuser<{ type: string }>(
      'select type from events where org_id = $1 and object_id = $2 order by sequence',
      [clinic.org.orgId, readId('patient', patient.id)],
    );
    expect(events.at(-1)!.type).toBe('patient.deleted');
  });

  it('keeps what belongs to other patients: charts, shared files, and their part of a common message', async () => {
    const [patient, other] = [await rarePatient(), await rarePatient()];
    const document = await clinic.document(patient.id, {
      content: { data: Buffer.from(`SHARED${patient.at}`).toString('base64'), file_name: 'shared.txt' },
    });
    await moveDocument(
      fresh(clinic.clinician),
      moveDocumentInput.parse({ id: document, patient_id: other.id, reason: 'Wrong chart.' }),
    );
    const done = await deliver(
      lab,
      MSH('ORU^R01'),
      pidOf(patient),
      obr(),
      obx('71'),
      pidOf(other),
      obr(),
      obx('72'),
    );
    expect(done.reports.map(({ state }) => state)).toEqual(['filed', 'filed']);
    const made = await erase(patient);
    expect(made.counts).toMatchObject({ redacted_messages: 1, messages: 0 });
    expect(made.files).toEqual([]);
    expect(await filesWith(stores, [`SHARED${patient.at}`])).toHaveLength(1);
    expect(await tablesWith(patient.words)).toEqual([]);
    const [message] = await asSuperuser<{ text: string }>(
      "select convert_from(bytes, 'UTF8') as text from inbound_message_bytes where message_id = $1",
      [done.id],
    );
    expect(message!.text).toContain(other.mrn);
    expect(message!.text).toContain('|72|');
    expect(message!.text).toMatch(/\rPID\|+\rOBR\|+\rOBX\|+\rPID\|1/);
    const [left] = await asSuperuser<{ count: number }>(
      'select count(*)::int as count from lab_observations where org_id = $1 and patient_id = $2',
      [clinic.org.orgId, readId('patient', other.id)],
    );
    expect(left!.count).toBe(1);
  });

  it('keeps unmatched reports of a twin, whose family name and birth date are the same', async () => {
    const patient = await rarePatient();
    const twin = `PID|1||||${patient.family}^Yolanda||19450714|F`;
    const alone = await deliver(lab, MSH('ORU^R01'), twin, obr(), obx('81'));
    const common = await deliver(
      lab,
      MSH('ORU^R01'),
      pidOf(patient),
      obr(),
      obx('82'),
      twin,
      obr(),
      obx('83'),
    );
    await erase(patient);
    for (const { id, value } of [
      { id: alone.id, value: '|81|' },
      { id: common.id, value: '|83|' },
    ]) {
      const held = await asSuperuser<{ state: string; text: string }>(
        `select r.state, convert_from(b.bytes, 'UTF8') as text from inbound_reports r
         join inbound_message_bytes b on b.org_id = r.org_id and b.message_id = r.message_id
         where r.org_id = $1 and r.message_id = $2`,
        [clinic.org.orgId, id],
      );
      expect(held).toEqual([{ state: 'unmatched', text: expect.stringContaining(value) as string }]);
    }
  });

  it('keeps a held message of another patient in which the MRN is a value', async () => {
    const patient = await rarePatient();
    const other = await deliver(
      lab,
      MSH('ORU^R01'),
      `PID|1||UNKNOWN${patient.at}^^^CLINIC^MR||Elsewhere^Ella||19610203|F`,
      obr(),
      obx(patient.mrn),
    );
    await erase(patient);
    const [held] = await asSuperuser<{ state: string; text: string }>(
      `select m.state, convert_from(b.bytes, 'UTF8') as text from inbound_messages m
       join inbound_message_bytes b on b.org_id = m.org_id and b.message_id = m.id where m.org_id = $1 and m.id = $2`,
      [clinic.org.orgId, other.id],
    );
    expect(held).toEqual({
      state: 'unmatched',
      text: expect.stringContaining(`|${patient.mrn}|`) as string,
    });
  });

  it('leaves a failed message of several patients to be processed for the others', async () => {
    const [patient, other] = [await rarePatient(), await rarePatient()];
    const id = await store(
      lab,
      er7(MSH('ORU^R01'), pidOf(patient), obr(), obx('61'), pidOf(other), obr(), obx('62')),
    );
    await asSuperuser("update inbound_messages set state = 'parked' where org_id = $1 and id = $2", [
      clinic.org.orgId,
      id,
    ]);
    await erase(patient);
    const [message] = await asSuperuser<{ state: string; text: string }>(
      `select m.state, convert_from(b.bytes, 'UTF8') as text from inbound_messages m
       join inbound_message_bytes b on b.org_id = m.org_id and b.message_id = m.id where m.org_id = $1 and m.id = $2`,
      [clinic.org.orgId, id],
    );
    expect(message).toEqual({ state: 'parked', text: expect.stringContaining('|62|') as string });
    expect(message!.text).not.toContain(patient.mrn);
  });

  it('waits until a person has decided about an unmatched report with the MRN and another name', async () => {
    const patient = await rarePatient();
    const held = await deliver(
      lab,
      MSH('ORU^R01'),
      `PID|1||${patient.mrn}^^^CLINIC^MR||Elsewhere^Ella||19610203|F`,
      obr(),
      obx('63'),
    );
    expect(held.reports.map(({ state }) => state)).toEqual(['conflict']);
    await expect(erase(patient)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await getPatient(fresh(admin), { id: patient.id })).toMatchObject({ id: patient.id });
    await asSuperuser("update inbound_reports set state = 'rejected' where org_id = $1 and message_id = $2", [
      clinic.org.orgId,
      held.id,
    ]);
    await erase(patient);
  });

  it('holds a late message of a hospital for a person, who may create the patient again', async () => {
    const patient = await rarePatient();
    const send = () =>
      deliver(
        feed,
        MSH('ADT^A08'),
        'EVN|A08|20260105120000',
        `PID|1||${patient.mrn}^^^HOSP^MR||${patient.family}^Zenobia||19450714|F`,
      );
    await erase(patient);
    const late = await send();
    const [update] = await updatesOf(feed, late.id);
    expect(update).toMatchObject({ state: 'unmatched', problem: 'patient_deleted' });
    const made = await createFromPatientUpdate(fresh(clinic.clinician), {
      id: showId('inbound_patient_update', update!.id),
      name: { family: patient.family, given: ['Zenobia'], prefix: null, suffix: null, use: null },
      birth_date: '1945-07-14',
      sex: 'female',
    });
    expect(made.patient_id).not.toBe(patient.id);
  });

  it('does not repeat the response of a request that created the patient', async () => {
    const key = keyContext(clinic.org.orgId);
    const idempotency = () => ({
      key: `again-${process.pid}`,
      path: '/v1/patients',
      fingerprint: Buffer.alloc(32, 1),
    });
    const input = createPatientInput.parse({
      name: { family: `Again${process.pid}`, given: ['A'] },
      birth_date: '1945-07-14',
      sex: 'female',
    });
    const create = () => createPatient({ ...fresh(key), idempotency: idempotency() }, input);
    await erase(await create());
    expect(await tablesWith([`Again${process.pid}`])).toEqual([]);
    await expect(create()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('requires the retention period to have ended, or an order with a reference', async () => {
    const patient = await rarePatient();
    await clinic.document(patient.id);
    const retention = { ground: 'retention', reason: 'Ten years ago.' };
    await expect(erase(patient, retention)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(erase(patient, { ground: 'patient_request', reason: 'Asked.' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const past = (table: string, column: string) =>
      asSuperuser(
        `update ${table} set ${column} = now() - interval '10 years 1 day' where org_id = $1 and ${table === 'patients' ? 'id' : 'patient_id'} = $2`,
        [clinic.org.orgId, readId('patient', patient.id)],
      );
    await past('patients', 'created_at');
    await expect(erase(patient, retention)).rejects.toMatchObject({ code: 'invalid_state' });
    await past('documents', 'created_at');
    expect(await getErasurePreview(fresh(admin), { id: patient.id })).toMatchObject({
      retention_ended: true,
    });
    await asSuperuser('update organizations set chart_retention_years = 30 where id = $1', [
      clinic.org.orgId,
    ]);
    await expect(erase(patient, retention)).rejects.toMatchObject({ code: 'invalid_state' });
    await asSuperuser('update organizations set chart_retention_years = 10 where id = $1', [
      clinic.org.orgId,
    ]);
    expect(await erase(patient, retention)).toMatchObject({
      ground: 'retention',
      reference: null,
      retention_years: 10,
    });
  });

  it('rejects a wrong MRN, a name in the reason, open orders, other roles and other organizations', async () => {
    const patient = await rarePatient();
    await expect(erase({ ...patient, mrn: 'X' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(erase(patient, { ...order, reason: `For ${patient.family}.` })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(erase(patient, order, clinic.clinician)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(erase(patient, order, clinic.key)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(erase(patient, order, await personContext(await testOrg(), 'admin'))).rejects.toMatchObject({
      code: 'not_found',
    });
    const old = { ...admin, session: { ...admin.session!, authenticatedAt: new Date(0) } };
    await expect(erase(patient, order, old)).rejects.toMatchObject({ code: 'reauthentication_required' });
    await clinic.order(patient.id);
    await expect(erase(patient)).rejects.toMatchObject({ code: 'patient_has_open_orders' });
    expect(await getPatient(fresh(admin), { id: patient.id })).toMatchObject({ id: patient.id });
  });

  it('erases a deleted patient, and is recorded with counts only', async () => {
    const patient = await rarePatient();
    await deletePatient(fresh(admin), { id: patient.id });
    const ctx = fresh(admin);
    const made = await erase(patient, order, ctx);
    const rows = await asSuperuser<{ detail: object; patient_ids: string[] }>(
      "select detail, patient_ids from audit_events where org_id = $1 and action = 'erase_patient' and object_id = $2",
      [clinic.org.orgId, readId('erasure', made.id)],
    );
    expect(rows).toMatchObject([
      {
        detail: { ground: 'patient_request', records: 1, files: 0 },
        patient_ids: [readId('patient', patient.id)],
      },
    ]);
    expect(await auditRows(ctx.requestId)).toEqual([]);
    const { data } = await listAuditEntries(fresh(admin), listAuditEntriesInput.parse({ limit: 10 }));
    expect(data.find(({ object }) => object?.id === made.id)?.patients).toEqual([
      { id: patient.id, name: null, mrn: null, erased: true },
    ]);
  });

  it('removes files later if the store failed, and names them until then', async () => {
    const patient = await rarePatient();
    await clinic.document(patient.id, {
      content: { data: Buffer.from(`DOCTEXT${patient.at}`).toString('base64'), file_name: 'a.txt' },
    });
    const { remove } = storage();
    storage().remove = () => Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' }));
    const made = await erase(patient).finally(() => (storage().remove = remove));
    expect(made.files_removed_at).toBeNull();
    expect(await filesWith(stores, [`DOCTEXT${patient.at}`])).toHaveLength(1);
    await sweepErasedFiles();
    expect(await filesWith(stores, [`DOCTEXT${patient.at}`])).toEqual([]);
    expect((await getErasure(fresh(admin), { id: made.id })).files_removed_at).not.toBeNull();
  });

  it('does not process the message of an erased patient again', async () => {
    const patient = await rarePatient();
    const done = await deliver(lab, MSH('ORU^R01'), pidOf(patient), obr(), obx('55'));
    await erase(patient);
    await expect(
      runMessageAgain(fresh(admin), { id: showId('inbound_message', done.id) }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
