import os from 'node:os';
import type { Context } from '../../server/shared/context';
import { createDocument } from '../../server/domain/documents/create-document';
import { createDocumentInput } from '../../server/domain/documents/contract';
import { readId, showId } from '../../server/shared/ids';
import { listCatalog } from '../../server/domain/catalog/list-catalog';
import { listCatalogInput } from '../../server/domain/catalog/contract';
import { cancelLabOrder } from '../../server/domain/lab-orders/cancel-lab-order';
import { createLabOrder } from '../../server/domain/lab-orders/create-lab-order';
import { createLabOrderInput } from '../../server/domain/lab-orders/contract';
import { saveOrderDestinationInput } from '../../server/domain/order-destinations/contract';
import { saveOrderDestination } from '../../server/domain/order-destinations/save-order-destination';
import { createIngestKey } from '../../server/domain/lab-connections/create-ingest-key';
import { createLabConnection } from '../../server/domain/lab-connections/create-lab-connection';
import { listOutboundMessages } from '../../server/domain/outbound-messages/list-outbound-messages';
import { fileLabResult } from '../../server/domain/lab-results/file-lab-result';
import { createOauthApp } from '../../server/domain/oauth-apps/create-oauth-app';
import { erasePatient } from '../../server/domain/erasures/erase-patient';
import { createPatient } from '../../server/domain/patients/create-patient';
import { createPatientInput } from '../../server/domain/patients/contract';
import { deletePatient } from '../../server/domain/patients/delete-patient';
import { createWebhook } from '../../server/domain/webhooks/create-webhook';
import { sendTestEvent } from '../../server/domain/webhooks/send-test-event';
import { createWebhookInput } from '../../server/domain/webhooks/contract';
import { receive } from '../../server/intake/receive/receive';
import { upsertCatalog } from '../../server/domain/catalog/upsert-catalog';
import { catalogEntries } from '../../server/demo/catalog-data';
import { mostExports } from '../../server/domain/exports/create-export';
import { createCaller } from '../../server/api/root';
import { ID_PREFIX, type IdKind } from '../integration/matrix/policy';
import { madeInput } from './made-input';
import { portalProcedures } from './portal-procedures';
import { exported } from './exports';
import { er7, MSH, OBR, PID } from './hl7';
import { personContext, testOrg, type TestOrg } from './database';
import { sendHeldDocument, sendHeldUpdate, sendUnmatchedReport } from './intake';

interface NamedIds {
  patient: string;
  spare: string;
  deleted: string;
  order: string;
  openOrder: string;
  result: string;
  test: string;
  document: string;
  webhook: string;
  delivery: string;
  oauthApp: string;
  unmatchedReport: string;
  patientUpdate: string;
  inboundDocument: string;
  erasure: string;
  labCode: string;
  labProvider: string;
  labConnection: string;
  ingestKey: string;
  inboundMessage: string;
  outboundMessage: string;
  export: string;
  user: string;
}

/** Created from what the contract describes. */
type OtherKind = Exclude<IdKind, keyof NamedIds | 'invitation' | 'delegation' | 'catalogImport'>;

/** An organization with one resource of every type, created through the domain operations. */
export interface Furnished {
  org: TestOrg;
  admin: Context;
  ids: NamedIds & Record<OtherKind, string>;
  family: string;
  given: string;
  mrn: string;
  externalId: string;
  identifier: string;
  birthDate: string;
  orderNumber: string;
  documentBytes: Buffer;
  /** Set by callers that also need a patient of another organization. */
  ownPatientOfCaller: string;
}

export async function furnish(name: string, options: { sandboxOf?: string } = {}): Promise<Furnished> {
  // Tests of all operations request more than an organization has at once.
  Object.assign(mostExports, { inProgress: 1_000, completed: 1_000 });
  const org = await testOrg(options);
  await upsertCatalog(org.ctx, await catalogEntries());
  const admin = await personContext(org, 'admin');
  const family = `Family${name}`;
  const mrn = `MRN-${name}-1`;
  const patient = await createPatient(
    admin,
    createPatientInput.parse({
      name: { family, given: ['Given'] },
      birth_date: '1960-02-03',
      sex: 'female',
      mrn,
      external_id: `ext-${name}`,
      identifiers: [{ system: 'urn:test', value: `id-${name}`, type: 'insurance' }],
      phones: [{ value: '+49 30 99887766', use: 'home' }],
    }),
  );
  const spare = await createPatient(
    admin,
    createPatientInput.parse({ name: { family, given: ['Spare'] }, birth_date: '1961-02-03', sex: 'male' }),
  );
  const deleted = await createPatient(
    admin,
    createPatientInput.parse({ name: { family, given: ['Deleted'] }, birth_date: '1962-02-03', sex: 'male' }),
  );
  await deletePatient(admin, { id: deleted.id });
  const { order, result } = await orderWithReport({ org, admin }, patient.id, `F-${name}`);
  const documentBytes = Buffer.from('Plain text of a letter.\n');
  const document = await createDocument(
    admin,
    createDocumentInput.parse({
      patient_id: patient.id,
      title: `foreign ${name}`,
      category: 'referral',
      content: { data: documentBytes.toString('base64'), file_name: `letter-${name}.txt` },
    }),
  );
  const webhook = await createWebhook(
    admin,
    createWebhookInput.parse({ url: 'https://hooks.example.org/clinical', events: ['*'], enabled: true }),
  );
  const oauthApp = await createOauthApp(admin, {
    name: `app ${name}`,
    kind: 'confidential',
    redirect_uris: [`https://${name.toLowerCase()}.example/callback`],
    scopes: ['patients:read'],
  });
  const report = await sendUnmatchedReport(org, name);
  const lab = await createLabConnection(admin, { name: `lab ${name}`, transport: 'https' });
  await orderFolder(org, lab.id);
  const ingestKey = await createIngestKey(admin, { connection_id: lab.id });
  const { stored } = await receive(
    { orgId: org.orgId, connectionId: readId('lab_connection', lab.id)!, remoteAddress: null },
    { kind: 'whole', bytes: er7(MSH, PID, OBR) },
  );
  const catalog = await listCatalog(admin, listCatalogInput.parse({ q: 'GLU' }));
  const ids: NamedIds = {
    patient: patient.id,
    spare: spare.id,
    deleted: deleted.id,
    order: order.id,
    // Completed as well, so that the patient can be deleted.
    openOrder: order.id,
    result: result.id,
    test: catalog.data.find((test) => test.code === 'GLU')!.id,
    document: document.id,
    webhook: webhook.id,
    delivery: (await sendTestEvent(admin, { id: webhook.id, type: 'webhook.test' })).id,
    oauthApp: oauthApp.id,
    unmatchedReport: report.reportId,
    patientUpdate: await sendHeldUpdate(org, patient.id, name),
    inboundDocument: await sendHeldDocument(org, name),
    erasure: await erasedPatient(admin),
    labCode: report.codeId,
    labProvider: report.providerId,
    labConnection: lab.id,
    ingestKey: ingestKey.id,
    inboundMessage: showId('inbound_message', stored.id),
    outboundMessage: await sentOrder(admin, lab.id, spare.id),
    // After the erasure, which ends all exports.
    export: (await exported(admin, { resources: ['patients'] })).id,
    user: showId('user', admin.actor.id!),
  };
  return {
    org,
    admin,
    ids: { ...ids, ...(await createOthers(admin, ids, name)) },
    family,
    given: 'Given',
    mrn,
    externalId: `ext-${name}`,
    identifier: `urn:test|id-${name}`,
    birthDate: '1960-02-03',
    orderNumber: order.order_number,
    documentBytes,
    ownPatientOfCaller: '',
  };
}

/** Orders are written to a folder of the machine, without network. */
export const orderFolder = (org: TestOrg, id: string) =>
  saveOrderDestination(org.ctx, saveOrderDestinationInput.parse({ id, transport: 'folder' }), os.tmpdir());

/** An order of the laboratory with this connection, canceled, so that the patient has no open one. @returns its message */
async function sentOrder(admin: Context, connectionId: string, patientId: string): Promise<string> {
  const [entry] = await catalogEntries();
  await upsertCatalog(admin, [
    { ...entry!, code: 'SENT', loinc: null, lab: { id: connectionId, name: 'Connected laboratory' } },
  ]);
  const order = await createLabOrder(
    admin,
    createLabOrderInput.parse({ patient_id: patientId, items: [{ code: 'SENT' }], lab_id: connectionId }),
  );
  await cancelLabOrder(admin, { id: order.id, reason: 'Ordered twice.' });
  const { data } = await listOutboundMessages(admin, { limit: 1 });
  return data[0]!.id;
}

type Create = (input: object) => Promise<{ id: string }>;

async function createOthers(admin: Context, ids: NamedIds, text: string): Promise<Record<OtherKind, string>> {
  const caller = createCaller(admin) as unknown as Record<string, Record<string, Create>>;
  const made: Partial<Record<IdKind, string>> = {};
  for (const kind of Object.keys(ID_PREFIX) as IdKind[]) {
    const suffix = `.create${kind}`.toLowerCase();
    const path = Object.keys(portalProcedures).find((name) => name.toLowerCase().endsWith(suffix));
    if (kind in ids || !path) continue;
    const [router, name] = path.split('.') as [string, string];
    made[kind] = (await caller[router]![name]!(madeInput(path, ids, { text }))).id;
  }
  return made as Record<OtherKind, string>;
}

/** A glucose order of the patient with its final report. */
export async function orderWithReport(
  { org, admin }: Pick<Furnished, 'org' | 'admin'>,
  patientId: string,
  reportNumber: string,
) {
  const order = await createLabOrder(
    admin,
    createLabOrderInput.parse({ patient_id: patientId, items: [{ code: 'GLU' }], lab_id: 'example-lab' }),
  );
  const result = await fileLabResult(org.ctx, {
    patient_id: patientId,
    order_id: order.id,
    lab: { id: 'example-lab', name: 'Example Laboratory', accreditation_number: null, director: null },
    filler_order_number: reportNumber,
    collected_at: '2026-11-01T08:00:00.000Z',
    collected_at_precision: 'minute',
    status: 'final',
    source: { kind: 'manual', message_id: null },
    historical: false,
    panels: [
      {
        code: 'GLU',
        name: 'Glucose',
        observations: [
          {
            code: 'GLU',
            name: 'Glucose',
            value_type: 'quantity',
            value_text: '<6.90',
            unit: 'mmol/L',
            reference_range: { low: 3.9, high: 5.5, text: '3.9 - 5.5', applies_to: null },
            flags: ['H'],
            status: 'final',
          },
          {
            code: 'K',
            name: 'Potassium',
            value_type: 'quantity',
            value_text: '4.0',
            unit: 'mmol/L',
            reference_range: { low: 3.5, high: 5.1, text: '3.5-5.1', applies_to: null },
            status: 'final',
          },
        ],
      },
    ],
  });
  return { order, result };
}

/** @returns the ID of the certificate */
async function erasedPatient(admin: Context): Promise<string> {
  const patient = await createPatient(
    admin,
    createPatientInput.parse({
      name: { family: 'Erased', given: ['E'] },
      birth_date: '1950-01-01',
      sex: 'unknown',
    }),
  );
  const made = await erasePatient(admin, {
    id: patient.id,
    mrn: patient.mrn,
    ground: 'patient_request',
    reason: 'Requested by the patient.',
    reference: 'REQ 1',
  });
  return made.id;
}
