import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { describe, expect, it, onTestFinished } from 'vitest';
import { moveDocumentInput } from '../../../server/domain/documents/correction-contract';
import { moveDocument } from '../../../server/domain/documents/move-document';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { clockOf } from '../../../server/domain/patient-exports/clinical-time';
import { exportPatient } from '../../../server/domain/patient-exports/export-patient';
import type { ReportObservation } from '../../../server/domain/lab-results/report';
import { env } from '../../../server/env';
import type { Context } from '../../../server/shared/context';
import { readId, showId } from '../../../server/shared/ids';
import { storage } from '../../../server/storage/index';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../../support/database';
import { exportedPatient, type Bundle } from '../../support/exported-patient';
import { fresh, mergeClinic } from '../../support/patient-merges';

const clinic = mergeClinic();

const exported = (id: string, ctx: Context = clinic.org.ctx) => exportedPatient(ctx, id);

const line = (extra: Partial<ReportObservation>): ReportObservation => ({
  code: 'GLU',
  loinc: '2345-7',
  name: 'Glucose',
  value_type: 'quantity',
  value_text: '90.0',
  unit: 'mg/dL',
  status: 'final',
  ...extra,
});
const panel = (observations: ReportObservation[]) => [
  { code: 'GLU', loinc: '2345-7', name: 'Glucose panel', observations },
];

const schema = await readFile('tests/fixtures/fhir/r4.schema.json', 'utf8');
const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: false });
ajv.addMetaSchema(draft6);
const isBundle = ajv.compile(JSON.parse(schema) as object);

function expectValid(bundle: Bundle): void {
  // A control: the definitions reject what is wrong.
  expect(
    isBundle({ ...bundle, entry: [{ resource: { resourceType: 'Observation', status: 'done' } }] }),
  ).toBe(false);
  isBundle(bundle);
  expect(isBundle.errors ?? []).toEqual([]);
  // Rule bdl-7: the same URL only for other versions.
  const keys = bundle.entry.map(({ fullUrl, resource }) => `${fullUrl} ${resource.meta?.versionId ?? ''}`);
  expect(new Set(keys).size).toBe(keys.length);
  const urls = new Set(bundle.entry.map(({ fullUrl }) => fullUrl));
  const references = [...JSON.stringify(bundle).matchAll(/"reference":"(urn:[^"]+)"/g)].map(
    ([, url]) => url!,
  );
  expect(references.filter((url) => !urls.has(url))).toEqual([]);
}

const organizationName = async () =>
  (
    await asSuperuser<{ name: string }>('select name from organizations where id = $1', [clinic.org.orgId])
  )[0]!.name;

/** Every tag is closed in order, and every table has a row. */
function expectWellFormed(index: string): void {
  const open: string[] = [];
  for (const [, end, tag] of index.replace(/<!doctype html>/, '').matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    if (['meta', 'br'].includes(tag!)) continue;
    if (end === '') open.push(tag!);
    else expect(open.pop()).toBe(tag);
  }
  expect(open).toEqual([]);
  expect(index).not.toMatch(/<tbody>\s*<\/tbody>/);
}

describe('the export of a patient', () => {
  it('contains details, every version of results, orders, documents with their bytes, and the access log', async () => {
    const patient = await clinic.patient({
      identifiers: [{ system: 'https://example.org/ids', value: 'NID-77', type: 'national_id' }],
      phones: [{ value: '+49 30 1234567', use: 'home' }],
      addresses: [
        { lines: ['Main street 1'], city: 'Berlin', postal_code: '10115', country: 'DE', use: 'home' },
      ],
      deceased_at: '2026-01-02',
      sex_at_birth: 'intersex',
      language: 'pt-BR',
    });
    await clinic.order(patient.id);
    await clinic.document(patient.id, {
      title: 'Discharge letter',
      content: { file_name: 'Brief: 2 ä.txt' },
    });
    const report = {
      filler_order_number: `EX-${patient.mrn}`,
      accession_number: 'A 1',
      collected_at: '2026-03-01T00:00:00.000Z',
      collected_at_precision: 'day' as const,
      specimens: [
        {
          id: null,
          type: 'Serum',
          type_code: null,
          collected_at: '2026-03-01T08:00:00.000Z',
          received_at: null,
          condition: null,
          rejected_reason: null,
        },
      ],
      panels: panel([
        line({ reference_range: { low: 70, high: 99, text: '70-99', applies_to: null } }),
        line({
          code: 'X',
          loinc: null,
          name: 'Culture',
          value_type: 'text',
          value_text: 'No growth',
          unit: null,
        }),
        line({ code: 'Y', loinc: null, name: 'Nothing', value_type: 'none', value_text: null, unit: null }),
        line({ code: 'W', loinc: null, name: 'Leukocytes', value_text: '12', unit: '10*3/uL' }),
        line({ code: 'I', loinc: null, name: 'INR', value_text: '1.1', unit: '{INR}' }),
      ]),
    };
    await clinic.result(patient.id, report);
    await clinic.result(patient.id, {
      ...report,
      status: 'corrected',
      panels: panel([line({ value_text: '901', status: 'corrected', flags: ['HH'] })]),
    });
    const { files, bundle, index, ofType } = await exported(patient.id);
    expectValid(bundle);
    const reports = ofType('DiagnosticReport');
    expect(reports.map(({ meta, status }) => [meta!.versionId, status])).toEqual([
      ['2', 'corrected'],
      ['1', 'final'],
    ]);
    expect(reports[0]!.effectiveDateTime).toBe('2026-03-01');
    const glucose = ofType('Observation').find(({ valueQuantity }) => valueQuantity)!;
    expect(glucose).toMatchObject({
      status: 'corrected',
      code: { coding: [{ system: 'http://loinc.org', code: '2345-7' }, { code: 'GLU' }] },
      valueQuantity: { value: 901, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
      interpretation: [{ coding: [{ code: 'HH' }], text: 'Critical high' }],
    });
    expect(ofType('Observation')).toContainEqual(
      expect.objectContaining({
        valueQuantity: expect.objectContaining({ value: 90 }),
        referenceRange: [expect.objectContaining({ text: '70-99' })],
      }),
    );
    // Not 90: the digits as received.
    expect(files.get('bundle.json')!.toString()).toContain('"value":90.0,"unit":"mg/dL"');
    expect(ofType('ServiceRequest')).toHaveLength(1);
    expect(ofType('AuditEvent').length).toBeGreaterThan(3);
    expect(ofType('Patient')).toMatchObject([
      { birthDate: '1945-07-14', deceasedDateTime: '2026-01-02', name: [{ family: 'Vantreve' }] },
    ]);
    const [name] = [...files.keys()].filter((one) => one.startsWith('files/'));
    expect(name).toBe('files/001-Brief_ 2 ä.txt');
    expect(files.get(name!)!.toString()).toBe('A note of our own.\n');
    const [document] = ofType('DocumentReference') as unknown as {
      content: { attachment: { url: string } }[];
    }[];
    expect(decodeURIComponent(document!.content[0]!.attachment.url)).toBe(name);
    const links = [...index.matchAll(/href="(files[^"]+)"/g)].map(([, url]) => decodeURIComponent(url!));
    expect(links).toEqual([name]);
    for (const words of [
      'Vantreve',
      patient.mrn,
      'NID-77 (National ID)',
      'Intersex',
      'Brazilian Portuguese',
      'Main street 1, 10115 Berlin, Germany',
      '901',
      '90.0',
      '70-99',
      'Critical high',
      'Earlier version 1',
      'No growth',
      'Discharge letter',
      'created a patient and exported your record',
      '<details class="checksum">',
      '>Placed, not recorded as sent to a laboratory<',
      '<td role="cell" data-label="Result" class="mark">901 mg/dL — Critical high',
      '90.0 mg/dL',
      '12 ×10³/µL',
      '1.1 INR<',
      `Questions about a result? Ask your clinic, ${(await organizationName()).replaceAll('&', '&amp;')}.`,
    ])
      expect(index, words).toContain(words);
    expect(index).not.toContain('<script');
    expect(index).not.toContain('everything');
    const access = index.slice(index.indexOf('id="access"'));
    expect(access).toMatch(/Filed a document and placed a lab order <span class="dim">\(Discharge letter, /);
    expect(access).toMatch(/Filed a lab report, [a-z ]+ <span class="dim">\(Glucose panel\)/);
    // As heading, for screen readers as name of the tables, and in the access log.
    expect(index.split('>Glucose panel<')).toHaveLength(2);
    expect(files.get('README.txt')!.toString()).toContain('open index.html');
    expect(index).toContain('The original files are in the folder');
    expectWellFormed(index);
    expect(index).toMatch(/Collected 1 March 2026,\s+Lab/);
  });

  it('contains the answers to the questions of an order, and when to collect the specimen', async () => {
    const patient = await clinic.patient();
    const questions = [
      { id: 'abx', code: 'ABX', text: 'Antibiotics in the last 48 hours?', type: 'boolean' },
      { id: 'lmp', code: 'LMP', text: 'Last period', type: 'date' },
    ].map((one) => ({ ...one, required: false, options: [], max_length: null }));
    await asSuperuser("update catalog_tests set questions = $1 where org_id = $2 and code = 'GLU'", [
      JSON.stringify(questions),
      clinic.org.orgId,
    ]);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const order = await createLabOrder(
      fresh(clinic.key),
      createLabOrderInput.parse({
        patient_id: patient.id,
        lab_id: 'example-lab',
        items: [
          {
            code: 'GLU',
            answers: [
              { question_id: 'abx', value: 'yes' },
              { question_id: 'lmp', value: '2026-02-03' },
            ],
          },
        ],
        fasting: true,
        collect_on: day,
        copy_to: [showId('user', clinic.clinician.actor.id!)],
      }),
    );
    await cancelLabOrder(fresh(clinic.key), { id: order.id, reason: 'Ordered twice.' });
    const { bundle, index, ofType } = await exported(patient.id);
    expectValid(bundle);
    expectWellFormed(index);
    for (const words of [
      'Antibiotics in the last 48 hours? yes',
      'Last period: 3 February 2026',
      'Fasting: yes',
      `Collect on ${clockOf('UTC').day(day)}`,
      'Copy to ',
    ])
      expect(index, words).toContain(words);
    expect(ofType('ServiceRequest')).toMatchObject([
      {
        occurrenceDateTime: day,
        extension: [{ valueCodeableConcept: { text: 'Ordered twice.' } }],
        supportingInfo: [{ reference: '#answer-1' }, { reference: '#answer-2' }, { reference: '#answer-3' }],
        contained: [
          {
            id: 'answer-1',
            code: { coding: [{ code: 'abx' }], text: 'Antibiotics in the last 48 hours?' },
            valueString: 'yes',
          },
          { code: { text: 'Last period' }, valueString: '2026-02-03' },
          { code: { coding: [{ code: '49541-6' }] }, valueBoolean: true },
        ],
      },
    ]);
  });

  it('contains merged records with what was filed under them', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    await clinic.document(merged.id);
    await clinic.result(merged.id, { panels: [...panel([line({})]), ...panel([line({})])] });
    await clinic.merge(survivor.id, merged.id);
    const { bundle, index, ofType } = await exported(merged.id);
    expectValid(bundle);
    expect(ofType('Patient').map(({ id, active }) => [id, active])).toEqual([
      [readId('patient', survivor.id), true],
      [readId('patient', merged.id), false],
    ]);
    expect(ofType('DiagnosticReport')).toHaveLength(1);
    expect(ofType('DocumentReference')).toHaveLength(1);
    expect(index).toContain(`Earlier record, MRN ${merged.mrn}`);
    // Of several panels only the tables have names.
    expect(index).toContain('<h3>Laboratory report, 2 tests</h3>');
  });

  it('contains nothing about other patients: what was filed in error, or reported for the wrong patient', async () => {
    const patient = await clinic.patient();
    const other = await clinic.patient();
    const document = await clinic.document(patient.id, { title: 'Letter about Zacharias' });
    await moveDocument(
      fresh(clinic.clinician),
      moveDocumentInput.parse({ id: document, patient_id: other.id, reason: 'Of Zacharias.' }),
    );
    const result = await clinic.result(patient.id, { panels: panel([line({ value_text: '471147114711' })]) });
    await rematchLabResult(fresh(clinic.clinician), {
      id: result,
      patient_id: other.id,
      reason: 'Of Zacharias.',
    });
    const filler = `W-${patient.mrn}`;
    await clinic.result(patient.id, {
      filler_order_number: filler,
      panels: panel([
        line({ value_text: '815815815815' }),
        line({ code: 'NA', loinc: '2951-2', name: 'Sodium', value_text: '140', unit: 'mmol/L' }),
      ]),
    });
    await clinic.result(patient.id, {
      filler_order_number: filler,
      status: 'corrected',
      panels: panel([line({ value_text: '815815815815', status: 'wrong' })]),
    });
    const { files, bundle, index } = await exported(patient.id);
    expectValid(bundle);
    const whole = [...files.values()].join('\n');
    for (const words of [
      'Zacharias',
      '471147114711',
      '815815815815',
      other.mrn,
      other.id,
      readId('patient', other.id)!,
    ])
      expect(whole, words).not.toContain(words);
    expect(index).toContain('2 items were filed in this chart in error');
    expect(index).toContain('140');
    expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
    expect(index, 'no such folder').not.toContain('<code>files</code>');
    const theirs = await exported(other.id);
    expect(theirs.index).toContain('471147114711');
    expect([...theirs.files.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(1);
  });

  it('names a missing and an altered file in the index', async () => {
    const patient = await clinic.patient();
    await clinic.document(patient.id, { title: 'Lost letter' });
    const kept = await clinic.document(patient.id, {
      title: 'Kept letter',
      content: { data: Buffer.from('kept').toString('base64') },
    });
    const rows = await asSuperuser<{ id: string; storage_key: string }>(
      'select id, storage_key from documents where org_id = $1 and patient_id = $2',
      [clinic.org.orgId, readId('patient', patient.id)],
    );
    for (const { id, storage_key } of rows)
      if (id !== readId('document', kept)) await rm(path.join(env.DATA_DIR, 'documents', storage_key));
    const { files, bundle, index } = await exported(patient.id);
    expectValid(bundle);
    expect(index).toContain('1 of 2 documents is without a file');
    expect(index).toMatch(/Lost letter<p class="mark">The file is missing/);
    expect([...files.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(1);
    await asSuperuser('update documents set sha256 = $1 where id = $2', [
      createHash('sha256').update('other').digest('hex'),
      readId('document', kept),
    ]);
    expect((await exported(patient.id)).index).toContain('The file differs from the one that was received.');
  });

  it('withholds a file with malware, and says that it was removed', async () => {
    const patient = await clinic.patient();
    const id = readId('document', await clinic.document(patient.id, { title: 'Infected letter' }));
    const set = (columns: string) => asSuperuser(`update documents set ${columns} where id = $1`, [id]);
    await set("status = 'quarantined', scan_status = 'infected'");
    const held = await exported(patient.id);
    expect(held.index).toContain('The file contains malware and is not handed out.');
    await set('storage_key = null, file_removed_at = now()');
    const removed = await exported(patient.id);
    expect(removed.index).toContain('The file contained malware and was removed.');
    for (const { files } of [held, removed])
      expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
  });

  it('escapes what users and laboratories wrote', async () => {
    const patient = await clinic.patient({ name: { family: '<script>alert(1)</script>', given: ['"&\''] } });
    await clinic.document(patient.id, {
      title: '<img src=x onerror=alert(2)>',
      content: { file_name: '../../<b>.txt' },
    });
    await clinic.result(patient.id, {
      panels: panel([
        line({ name: '<i>Glucose', value_type: 'text', value_text: '</td><script>', unit: null }),
      ]),
    });
    const { files, bundle, index } = await exported(patient.id);
    expectValid(bundle);
    expect(index).not.toMatch(/<script|<img|<i>|<b>/);
    expectWellFormed(index);
    expect([...files.keys()][0]).toBe('files/001-_b_.txt');
  });

  it('is not a valid file if the record is merged while it is written', async () => {
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    await clinic.document(merged.id);
    const { open } = storage();
    let merge = (): void => undefined;
    const isMerged = new Promise<void>((resolve) => (merge = resolve));
    // The first file is read after the merge.
    storage().open = async (key) => (await isMerged, open.call(storage(), key));
    onTestFinished(() => void (storage().open = open));
    const { stream } = await exportPatient(fresh(clinic.org.ctx), { id: merged.id });
    await clinic.merge(survivor.id, merged.id);
    merge();
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is for administrators who have recently authenticated, and recorded', async () => {
    const patient = await clinic.patient();
    const admin = await personContext(clinic.org, 'admin');
    const ctx = fresh(admin);
    const { stream } = await exportPatient(ctx, { id: patient.id });
    await buffer(stream);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      {
        action: 'export_patient',
        kind: 'download',
        outcome: 'allowed',
        patient_ids: [readId('patient', patient.id)],
      },
    ]);
    const rejected = (by: Context) => exportPatient(fresh(by), { id: patient.id });
    await expect(rejected(clinic.clinician)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(rejected(keyContext(clinic.org.orgId))).rejects.toMatchObject({ code: 'forbidden' });
    const hourAgo = new Date(Date.now() - 3_600_000);
    await expect(
      rejected({ ...admin, session: { ...admin.session!, authenticatedAt: hourAgo } }),
    ).rejects.toMatchObject({ code: 'reauthentication_required' });
    const elsewhere = await personContext(await testOrg(), 'admin');
    await expect(rejected(elsewhere)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('runs at most four times at once, and frees its place when the reader goes away', async () => {
    const patient = await clinic.patient();
    const start = () => exportPatient(fresh(clinic.org.ctx), { id: patient.id });
    const open = await Promise.all([start(), start(), start(), start()]);
    await expect(start()).rejects.toMatchObject({ code: 'unavailable' });
    for (const { stream } of open) {
      stream.destroy();
      await new Promise((resolve) => stream.once('close', resolve));
    }
    await buffer((await start()).stream);
  });
});
