import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Every page of the file tree, and the demo records for its dynamic segments. */

export interface PageRoute {
  /** As in the tree, without groups: `/patients/[patientId]/results`. */
  pattern: string;
  /** Requires sign-in. */
  portal: boolean;
  /** About exactly one patient: carries the banner. */
  onePatient: boolean;
  admin: boolean;
}

/** Their URLs are single-use: `oauth.spec.ts` and `people.spec.ts` open them. */
const ONCE = ['/oauth/consent/[requestId]', '/invitation/[secret]'];
/** Redirects automatically: `sessions.spec.ts` follows it. */
const RESUME = '/resume';
/** Always the page for unknown addresses: `docs.spec.ts` opens it. */
const MISSING = '/docs/[...missing]';

export function routesOfTree(app = path.resolve('app')): PageRoute[] {
  return readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx')
    .map((file) => path.dirname(file).split(path.sep))
    .map((segments) => {
      const pattern = `/${segments.filter((segment) => segment !== '.' && !/^\(.*\)$/.test(segment)).join('/')}`;
      return {
        pattern,
        portal: !segments.includes('(public)'),
        onePatient: pattern.includes('[patientId]') || pattern.startsWith('/print/'),
        admin: pattern.startsWith('/admin'),
      };
    })
    .filter(({ pattern }) => ![...ONCE, RESUME, MISSING].includes(pattern))
    .sort((a, b) => a.pattern.localeCompare(b.pattern));
}

/** IDs by segment name. A missing one fails the test of its page. */
export type Filling = Record<string, string>;

export function fill(pattern: string, ids: Filling): string {
  return pattern.replace(/\[([^\]]+)\]/g, (_segment, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`No demo record fills [${name}] of ${pattern}: add it to fillingOfDemo().`);
    return id;
  });
}

/** Ways to find records: a call of `/v1`, one of the portal, and the HTML of a page, all as an authorized user. */
export interface Reader {
  api<T>(path: string, body?: unknown): Promise<T>;
  html(path: string): Promise<string>;
  portal<T>(procedure: string, input: object): Promise<T>;
  /** URL of the service. */
  service: string;
}

/** As a laboratory does. */
export const postMessage = (service: string, key: string, message: string): Promise<Response> =>
  fetch(`${service}/ingest/hl7v2`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/hl7-v2+er7' },
    body: message,
  });

/** The patient of the demo with a critical report, two documents and an open order. */
export async function fillingOfDemo({ api, html, portal, service }: Reader): Promise<Filling> {
  const patientOf = async (externalId: string): Promise<string> => {
    const found = await api<{ data: { id: string }[] }>(`/v1/patients?external_id=${externalId}`);
    return found.data[0]!.id;
  };
  const patientId = await patientOf('demo-01');
  const first = async (list: string): Promise<string> => {
    const link = new RegExp(`href="/patients/${patientId}/${list}/([a-z]+_[0-9a-z]+)"`);
    return link.exec(await html(`/patients/${patientId}/${list}`))![1]!;
  };
  const erasureId = await erasePatient({ api, portal });
  const chartId = await restrictChart({ api, portal });
  const webhook = await api<{ id: string }>('/v1/webhooks', {
    url: 'http://127.0.0.1:9/hooks/clinical',
    events: ['lab_result.critical_unacknowledged'],
    description: 'Receiver that does not respond',
  });
  const delivery = await portal<{ id: string }>('webhooks.sendTestEvent', { id: webhook.id });
  const app = await portal<{ id: string }>('oauthApps.createOauthApp', {
    name: 'Example application',
    kind: 'confidential',
    redirect_uris: ['https://app.example/callback'],
    scopes: ['patients:read', 'labs:read'],
  });
  const lab = await portal<{ id: string }>('labConnections.createLabConnection', {
    name: 'Example laboratory',
    transport: 'https',
    time_zone: 'Europe/Berlin',
    silence_hours: 4,
    working_hours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
  });
  const { key } = await portal<{ key: string }>('labConnections.createIngestKey', { connection_id: lab.id });
  await postMessage(service, key, MESSAGE);
  const messages = await html(`/admin/lab-connections/messages?connection=${lab.id}`);
  // Of another patient, whose orders no page of the list shows.
  const outboundId = await sendOrder({ html, portal }, lab.id, await patientOf('demo-02'));
  return {
    patientId,
    resultId: await first('results'),
    orderId: await first('orders'),
    documentId: await first('documents'),
    webhookId: webhook.id,
    deliveryId: delivery.id,
    keyId: /href="\/admin\/api-keys\/(key_[0-9a-z]+)"/.exec(await html('/admin/api-keys'))![1]!,
    appId: app.id,
    connectionId: lab.id,
    messageId: /href="\/admin\/lab-connections\/messages\/(msg_[0-9a-z]+)"/.exec(messages)![1]!,
    outboundId,
    erasureId,
    chartId,
    userId: await memberOf(html),
    reportId: /href="\/unmatched\/(rpt_[0-9a-z]+)"/.exec(await html('/unmatched'))![1]!,
    ...(await heldByHospital({ html, portal, service })),
    code: 'validation_failed',
    type: 'lab_result.critical',
    test: '2823-3',
    slug: 'webhooks',
    operation: 'createDocument',
    secret: 'A'.repeat(43),
  };
}

/** @returns the ID of the certificate */
async function erasePatient({ api, portal }: Pick<Reader, 'api' | 'portal'>): Promise<string> {
  const patient = await api<{ id: string; mrn: string }>('/v1/patients', {
    name: { family: 'Forgotten', given: ['Fay'] },
    birth_date: '1951-02-03',
    sex: 'female',
  });
  const made = await portal<{ id: string }>('erasures.erasePatient', {
    id: patient.id,
    mrn: patient.mrn,
    ground: 'patient_request',
    reason: 'Requested by the patient.',
    reference: 'REQ 7/2026',
  });
  return made.id;
}

/** @returns the ID of a patient whose chart is restricted */
async function restrictChart({ api, portal }: Pick<Reader, 'api' | 'portal'>): Promise<string> {
  const { id } = await api<{ id: string }>('/v1/patients', {
    name: { family: 'Guarded', given: ['Gail'] },
    birth_date: '1952-03-04',
    sex: 'female',
  });
  await portal('restrictedCharts.setChartRestriction', { id, restriction: 'vip' });
  return id;
}

/** An order to a laboratory that cannot be reached, canceled again. @returns the ID of its message */
async function sendOrder(
  { html, portal }: Pick<Reader, 'html' | 'portal'>,
  labId: string,
  patientId: string,
): Promise<string> {
  const tests = {
    lab_id: labId,
    lab_name: 'Example laboratory',
    content: 'code,name\nZN,Zinc',
    deactivate_missing: false,
  };
  const { digest } = await portal<{ digest: string }>('catalog.previewCatalogImport', tests);
  await portal('catalog.importCatalog', { ...tests, digest });
  await portal('orderDestinations.saveOrderDestination', {
    id: labId,
    transport: 'https',
    url: 'https://127.0.0.1:8443/orders',
    bearer_token: 'secret',
  });
  await portal('orderDestinations.setOrdersPaused', { id: labId, paused: true });
  const order = await portal<{ id: string }>('labOrders.createLabOrder', {
    patient_id: patientId,
    lab_id: labId,
    items: [{ code: 'ZN' }],
  });
  await portal('labOrders.cancelLabOrder', { id: order.id, reason: 'Ordered twice.' });
  const messages = await html(`/admin/lab-connections/orders?connection=${labId}`);
  return /href="\/admin\/lab-connections\/orders\/(out_[0-9a-z]+)"/.exec(messages)![1]!;
}

/** A patient without birth date, whom a hospital feed cannot create, and a document of theirs. */
async function heldByHospital({
  html,
  portal,
  service,
}: Omit<Reader, 'api'>): Promise<Pick<Filling, 'updateId' | 'inboundDocumentId'>> {
  const feed = await portal<{ id: string }>('labConnections.createLabConnection', {
    name: 'Example hospital',
    kind: 'hospital_feed',
    transport: 'https',
    create_patients: true,
    update_demographics: ['address'],
  });
  const { key } = await portal<{ key: string }>('labConnections.createIngestKey', { connection_id: feed.id });
  await postMessage(service, key, HELD);
  await postMessage(service, key, HELD_DOCUMENT);
  for (let attempt = 0; attempt < 100; attempt++) {
    const page = await html('/unmatched');
    const update = /href="\/unmatched\/patients\/(upd_[0-9a-z]+)"/.exec(page);
    const document = /href="\/unmatched\/documents\/(idc_[0-9a-z]+)"/.exec(page);
    if (update && document) return { updateId: update[1]!, inboundDocumentId: document[1]! };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The messages of the hospital were not processed.');
}

const HELD = [
  'MSH|^~\\&|PAS|HOSP|||20260105143000+0100||ADT^A28|H1|P|2.5.1',
  'EVN|A28|20260105143000+0100',
  'PID|1||4712^^^HOSP^MR||Hartwell^Louise|||F',
  '',
].join('\r');

const HELD_DOCUMENT = [
  'MSH|^~\\&|PAS|HOSP|||20260105143000+0100||MDM^T02^MDM_T02|H2|P|2.5.1',
  'EVN|T02|20260105143000+0100',
  'PID|1||4712^^^HOSP^MR||Hartwell^Louise|||F',
  'TXA|1|DS|TX|20260105|||||123^Welby^Robert|||H2-1|||||AU',
  'OBX|1|TX|NOTE^Note^L||Discharged home.||||||F',
  '',
].join('\r');

/** With a missing control ID and an unknown charset: both are warnings. */
const MESSAGE = [
  'MSH|^~\\&|LIS|Example laboratory|||20260105143000+0100||ORU^R01|||2.5.1||||||KLINGON',
  'PID|1||4711^^^CLINIC^MR||Castellano^Vincent||19450714|M',
  'OBR|1|NO-ORDER|F-9|24323-8^Metabolic panel^LN|||20260105080000|||||||||D-0042^Okonkwo^Ada||||||20260105140000|||F',
  'OBX|1|NM|GLU^Glucose^L||5.4|mmol/L|3.9-5.5||||F',
  'OBX|2|ST|NOTE^Comment^L||Line one\\.br\\line two||||||F',
  '',
].join('\r');

/** Another user than the current administrator: the demo's viewer. */
async function memberOf(html: Reader['html']): Promise<string> {
  const row = /href="\/admin\/people\/(usr_[0-9a-z]+)"(?:(?!<\/tr>).)*viewer@/s.exec(
    await html('/admin/people'),
  );
  return row![1]!;
}

/** Well-formed IDs without a record. */
export const UNKNOWN: Filling = {
  patientId: 'pat_01k00000000000000000000000',
  resultId: 'res_01k00000000000000000000000',
  orderId: 'ord_01k00000000000000000000000',
  documentId: 'doc_01k00000000000000000000000',
  webhookId: 'wh_01k00000000000000000000000',
  deliveryId: 'dlv_01k00000000000000000000000',
  keyId: 'key_01k00000000000000000000000',
  appId: 'app_01k00000000000000000000000',
  connectionId: 'lab_01k00000000000000000000000',
  outboundId: 'out_01k00000000000000000000000',
  messageId: 'msg_01k00000000000000000000000',
  userId: 'usr_01k00000000000000000000000',
  reportId: 'rpt_01k00000000000000000000000',
  updateId: 'upd_01k00000000000000000000000',
  inboundDocumentId: 'idc_01k00000000000000000000000',
  erasureId: 'ers_01k00000000000000000000000',
  chartId: 'pat_01k00000000000000000000000',
  code: 'no_such_code',
  type: 'lab_result.no_such_event',
  test: 'no-such-test',
  slug: 'no-such-guide',
  operation: 'noSuchOperation',
  secret: 'B'.repeat(43),
};
