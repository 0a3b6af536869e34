import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { expireUploads } from '../../../server/domain/documents/expire-uploads';
import { scanNext } from '../../../server/domain/documents/scan-document';
import { createExportInput } from '../../../server/domain/exports/contract';
import { createExport } from '../../../server/domain/exports/create-export';
import { failExport } from '../../../server/domain/exports/queue';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { announceOverdueOrders } from '../../../server/domain/lab-orders/announce-overdue-order';
import { collectLabOrder } from '../../../server/domain/lab-orders/collect-lab-order';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { rejectLabOrder } from '../../../server/domain/lab-orders/reject-lab-order';
import { sendLabOrder } from '../../../server/domain/lab-orders/send-lab-order';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import type { LabReport } from '../../../server/domain/lab-results/report';
import { createPatientInput, updatePatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { restorePatient } from '../../../server/domain/patients/restore-patient';
import { unmergePatients } from '../../../server/domain/patients/unmerge-patients';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { assignLabResult } from '../../../server/domain/reviews/assign-lab-result';
import { escalateCriticalResults } from '../../../server/domain/reviews/escalate-critical-result';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { disableWebhook } from '../../../server/domain/webhooks/disable-webhook';
import { sendTestEvent } from '../../../server/domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../../server/domain/webhooks/set-webhook-enabled';
import { env } from '../../../server/env';
import { EVENT_TYPES } from '../../../server/events/catalog';
import { asSuperuser } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';

/**
 * `sequence` counts the events of an object from 1 without gaps, so that a receiver detects missed ones. A history with
 * every operation that emits an event; an event type that the domain emits and the history lacks fails.
 */

let things: Furnished;
let system: () => Context;

beforeAll(async () => {
  things = await furnish('sequence');
  system = () => ({ ...things.org.ctx, requestId: newRequestId() });
});

const person = (family: string) =>
  createPatientInput.parse({
    name: { family, given: ['Seq'] },
    birth_date: '1971-01-01',
    sex: 'other',
  });
const report = (number: string, patientId: string, extra: Partial<LabReport>): LabReport => ({
  patient_id: patientId,
  lab: { id: 'example-lab', name: 'Example Laboratory', accreditation_number: null, director: null },
  filler_order_number: number,
  collected_at: '2026-11-01T08:00:00.000Z',
  collected_at_precision: 'minute',
  status: 'final',
  source: { kind: 'hl7v2', message_id: null },
  historical: false,
  panels: panels('4.0'),
  ...extra,
});
const panels = (value: string, status: 'preliminary' | 'final' | 'cancelled' = 'final', flags?: string[]) => [
  {
    code: 'GLU',
    name: 'Glucose',
    observations: [
      {
        code: 'GLU',
        name: 'Glucose',
        value_type: 'quantity' as const,
        value_text: value,
        unit: 'mmol/L',
        status,
        ...(flags ? { flags } : {}),
      },
    ],
  },
];

async function patients(): Promise<void> {
  const { admin, ids } = things;
  await Promise.all(
    ['de', 'fr', 'it', 'es'].map((language) =>
      updatePatient(
        { ...admin, requestId: newRequestId() },
        updatePatientInput.parse({ id: ids.spare, language }),
      ),
    ),
  );
  // An update without a change emits no event.
  const same = await updatePatient(admin, updatePatientInput.parse({ id: ids.spare, sex: 'male' }));
  await updatePatient(admin, updatePatientInput.parse({ id: same.id, status: 'inactive' }));
  await deletePatient(admin, { id: ids.spare });
  await restorePatient(admin, { id: ids.spare });
  const twice = { id: ids.spare, merged_patient_id: (await createPatient(admin, person('Twice'))).id };
  await mergePatients(admin, { ...twice, take: ['language'], reason: 'Registered twice.' });
  await unmergePatients(admin, { ...twice, reason: 'They are twins.' });
  const imported = await createPatient(system(), person('Imported'), { historical: true });
  await updatePatient(admin, updatePatientInput.parse({ id: imported.id, language: 'de' }));
}

async function laboratory(): Promise<void> {
  const { admin, ids } = things;
  const patientId = ids.patient;
  const ordered = () =>
    createLabOrder(
      admin,
      createLabOrderInput.parse({
        patient_id: patientId,
        items: [{ code: 'GLU' }],
        lab_id: 'example-lab',
      }),
    );
  const [order, unwanted, rejected] = [await ordered(), await ordered(), await ordered()];
  await collectLabOrder(admin, { id: unwanted.id });
  await cancelLabOrder(admin, { id: unwanted.id, reason: 'Ordered twice.' });
  await sendLabOrder(admin, { id: rejected.id });
  // Due in the past, so that the job below takes this order only; the test catalog has no turnaround times.
  await asSuperuser("UPDATE lab_orders SET overdue_due_at = '2000-01-01' WHERE id = $1", [
    readId('lab_order', rejected.id),
  ]);
  await announceOverdueOrders(new Date('2000-06-01'));
  await rejectLabOrder(admin, { id: rejected.id, reason: 'The tube was empty.' });
  const grown = (extra: Partial<LabReport>) =>
    fileLabResult(system(), report('SEQ-1', patientId, { order_id: order.id, ...extra }));
  const unseen = await fileLabResult(
    system(),
    report('SEQ-0', patientId, { panels: panels('33.0', 'final', ['HH']) }),
  );
  // Each call handles at most a hundred reports, of all organizations.
  while ((await escalateCriticalResults(new Date(Date.now() + 31 * 60_000))) > 0);
  await assignLabResult(
    { ...admin, requestId: newRequestId() },
    { id: unseen.id, to_id: showId('user', admin.actor.id!) },
  );
  await signLabResult(admin, { id: unseen.id, version: unseen.version, note: 'Called the patient.' });
  await grown({ status: 'preliminary', panels: panels('4.0', 'preliminary') });
  await grown({ status: 'preliminary', panels: panels('4.1', 'preliminary') });
  await grown({ status: 'preliminary', panels: panels('4.1', 'preliminary') });
  await grown({ panels: panels('4.2') });
  await grown({ panels: panels('22.0', 'final', ['HH']) });
  await fileLabResult(
    system(),
    report('SEQ-2', patientId, { status: 'preliminary', panels: panels('5', 'preliminary') }),
  );
  await fileLabResult(
    system(),
    report('SEQ-2', patientId, { status: 'cancelled', panels: panels('5', 'cancelled') }),
  );
  await fileLabResult(
    system(),
    report('SEQ-3', patientId, {
      historical: true,
      status: 'preliminary',
      panels: panels('5', 'preliminary'),
    }),
  );
  await fileLabResult(system(), report('SEQ-3', patientId, { panels: panels('5.5') }));
  await moved();
}

/** A report with a file, filed to the wrong patient. */
async function moved(): Promise<void> {
  const { admin, ids } = things;
  await createDocument(
    admin,
    createDocumentInput.parse({
      patient_id: ids.patient,
      result_id: ids.result,
      content: { data: Buffer.from('Moved.').toString('base64'), file_name: 'moved.txt' },
    }),
  );
  await rematchLabResult(admin, {
    id: ids.result,
    patient_id: ids.spare,
    reason: 'Two tubes were exchanged.',
  });
}

async function documents(): Promise<void> {
  const { admin, ids } = things;
  const announced = await createDocument(
    admin,
    createDocumentInput.parse({
      patient_id: ids.patient,
      upload: { size: 5, sha256: 'a'.repeat(64), content_type: 'text/plain', file_name: 'never.txt' },
    }),
  );
  await asSuperuser("UPDATE documents SET created_at = now() - interval '2 days' WHERE id = $1", [
    readId('document', announced.id),
  ]);
  await expireUploads();
  // Due in the past, so that the scan below takes this document only.
  await asSuperuser(
    "UPDATE documents SET status = 'processing', scan_status = 'pending', scan_due_at = '2000-01-01' WHERE id = $1",
    [readId('document', ids.document)],
  );
  env.MALWARE_COMMAND = `${process.execPath} -e process.exit(1)`;
  await scanNext(new AbortController().signal, new Date('2000-06-01'));
  delete env.MALWARE_COMMAND;
}

async function exports(): Promise<void> {
  const { id } = await createExport(things.admin, createExportInput.parse({ resources: ['patients'] }));
  await failExport({ orgId: things.org.orgId, id: readId('export', id)! }, 'internal_error');
}

async function webhooks(): Promise<void> {
  const { admin, org } = things;
  const { id } = await createWebhook(
    admin,
    createWebhookInput.parse({ url: 'https://93.184.215.14/hook', events: ['*'] }),
  );
  await sendTestEvent(admin, { id, type: 'webhook.test' });
  await disableWebhook({ orgId: org.orgId, webhookId: readId('webhook', id)! }, 'For a test.');
  await setWebhookEnabled(admin, { id, enabled: true, send_held: false });
  await sendTestEvent(admin, { id, type: 'webhook.test' });
}

/** All types, emitted or not. */
const TOLD_OF = ['events/guide.ts', 'events/rules.ts'];

/** Names of events in the code of the domain. */
async function typesInCode(): Promise<string[]> {
  const files = await readdir('server/domain', { recursive: true });
  const sources = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !TOLD_OF.includes(file))
      .map((file) => readFile(path.join('server/domain', file), 'utf8')),
  );
  return EVENT_TYPES.filter((type) => sources.some((source) => source.includes(`'${type}'`)));
}

/** The scanner processes all organizations, so its own test covers these: document-scans.test.ts. */
const ELSEWHERE = [
  'document.updated',
  'document.quarantined',
  'lab_order.accepted',
  'lab_order.cancel_refused',
  'lab_order.failed',
];

const TABLES = ['patients', 'lab_orders', 'lab_results', 'documents', 'webhooks'];
const OF_PEOPLE = [
  'patients',
  'patient_identifiers',
  'lab_orders',
  'lab_order_items',
  'lab_results',
  'lab_result_versions',
  'lab_observations',
  'documents',
  'document_corrections',
  'review_entries',
];
const ID = '[a-z]{2,5}_[0-9a-z]{26}';
/** An ID, an event type, an instant, a fixed word, or a URL with IDs. */
const OURS = new RegExp(
  `^(${ID}|v1|[a-z_]+\\.[a-z_]+|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|[a-z_]+|/v1/[a-z/]+(/${ID})?|${env.PUBLIC_URL})$`,
);

/** IDs and instants inside a text. */
const OWN_MARKS = new RegExp(`${ID}|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z`, 'g');

const OF_OURS = new RegExp(`^([a-z_]+|[0-9a-f-]{36}|\\d{4}-\\d\\d-\\d\\dT.*|${ID})$`);

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('event sequence', () => {
  it('counts the events of each object from 1 without gaps and matches the count on the row', async () => {
    await patients();
    await laboratory();
    await documents();
    await exports();
    await webhooks();
    const reported = await asSuperuser<{ object_id: string; types: string[]; sequences: number[] }>(
      "SELECT object_id, array_agg(type ORDER BY sequence) AS types, array_agg(sequence ORDER BY sequence) AS sequences FROM events WHERE org_id = $1 AND type NOT LIKE 'portal.%' GROUP BY object_id",
      [things.org.orgId],
    );
    for (const { object_id, types, sequences } of reported)
      expect(sequences, `${object_id} ${types.join()}`).toEqual(types.map((_, index) => index + 1));
    const rows = (
      await Promise.all(
        TABLES.map((table) =>
          asSuperuser<{ id: string; sequence: number }>(
            `SELECT id, sequence FROM ${table} WHERE org_id = $1`,
            [things.org.orgId],
          ),
        ),
      )
    ).flat();
    const counted = new Map(reported.map(({ object_id, sequences }) => [object_id, sequences.length]));
    for (const { id, sequence } of rows) expect(sequence, id).toBe(counted.get(id) ?? 0);
    expect(reported.length).toBeGreaterThan(8);

    const raised = new Set(reported.flatMap(({ types }) => types));
    const untold = (await typesInCode()).filter((type) => !raised.has(type) && !ELSEWHERE.includes(type));
    expect(untold, 'events that the domain raises, but not in this history').toEqual([]);
  });

  it('contains no patient data in any event (E-08)', async () => {
    const { orgId } = things.org;
    const events = await asSuperuser<{ type: string; body: string }>(
      'SELECT type, body FROM events WHERE org_id = $1',
      [orgId],
    );
    expect(events.length).toBeGreaterThan(30);
    for (const { type, body } of events)
      expect(
        textsOf(JSON.parse(body)).filter((text) => !OURS.test(text)),
        type,
      ).toEqual([]);

    const rows = await Promise.all(
      OF_PEOPLE.map((table) =>
        asSuperuser<{ row: unknown }>(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE org_id = $1`, [orgId]),
      ),
    );
    // Names, numbers, values and notes, without fixed words, IDs and instants.
    const written = new Set(
      rows
        .flat()
        .flatMap(({ row }) => textsOf(row))
        .filter((text) => text.length >= 4 && !OF_OURS.test(text)),
    );
    for (const known of [things.family, things.mrn, things.birthDate, 'Called the patient.', 'moved.txt'])
      expect([...written]).toContain(known);
    // IDs and times are checked above: a time of 30.0 seconds is not the potassium value 30.0.
    const reported = events.map(({ body }) => body.replaceAll(OWN_MARKS, '')).join('\n');
    expect(reported).not.toMatch(/T\d\d:\d\d/);
    expect(reported).toContain('"type"');
    expect([...written].filter((text) => reported.includes(text))).toEqual([]);
  });
});
