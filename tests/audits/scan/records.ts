import { fillingOfDemo, type Filling } from '../../browser/support/page-routes';
import { NEW_LAB } from '../../integration/matrix/portal-inputs';
import { HOOK, NEW_APP } from '../../integration/matrix/fixture';
import type { Scanned } from './service';

/** One record of each type for the scan's requests: mostly the demo's; consumable ones are created per request. */

export interface Records {
  /** By ID prefix: `pat`, `ord`, … */
  ids: Record<string, string>;
  /** Path segments of pages. */
  pages: Filling;
  /** Creates a resource that a request can delete, by ID prefix. */
  spare: Record<string, () => Promise<string>>;
  deletedPatient: string;
  person: { family: string; given: string; birthDate: string };
}

interface Listed {
  data: { id: string }[];
}

const smallest = { name: { family: 'Spare', given: ['Scan'] }, birth_date: '1980-01-02', sex: 'unknown' };

export async function findRecords(scanned: Scanned, person: object): Promise<Records> {
  const { api, trpc, html } = scanned;
  const first = async (route: string): Promise<string> => (await api<Listed>('GET', route)).data[0]!.id;
  const patient = async (body: object): Promise<string> =>
    (await api<{ id: string }>('POST', '/v1/patients', body)).id;
  const webhook = async (): Promise<string> =>
    (await api<{ id: string }>('POST', '/v1/webhooks', { url: HOOK })).id;
  const key = async (): Promise<string> =>
    (await trpc<{ id: string }>('apiKeys.createApiKey', { name: 'spare', scopes: ['labs:read'] })).id;

  const app = async (): Promise<string> =>
    (await trpc<{ id: string }>('oauthApps.createOauthApp', NEW_APP)).id;

  const lab = async (): Promise<string> =>
    (await trpc<{ id: string }>('labConnections.createLabConnection', NEW_LAB)).id;
  const connection = await lab();
  const ingestKey = async (): Promise<string> =>
    (await trpc<{ id: string }>('labConnections.createIngestKey', { connection_id: connection })).id;
  await patient(person);
  const pages = await fillingOfDemo({
    api: (route, body) => api(body ? 'POST' : 'GET', route, body),
    html,
    portal: trpc,
    service: scanned.service.url,
  });
  const deletedPatient = await patient(smallest);
  await api('DELETE', `/v1/patients/${deletedPatient}`);
  const wh = await webhook();
  const order = (
    await api<{ data: { id: string; ordering_clinician: { user_id: string | null } | null }[] }>(
      'GET',
      `/v1/labs/orders?patient_id=${pages.patientId}`,
    )
  ).data;
  return {
    ids: {
      pat: pages.patientId!,
      ord: order[0]!.id,
      res: pages.resultId!,
      doc: pages.documentId!,
      wh,
      tst: await first('/v1/labs/catalog?limit=1'),
      usr: order.map((one) => one.ordering_clinician?.user_id).find(Boolean) ?? '',
      key: await key(),
      app: await app(),
      lab: connection,
      ing: await ingestKey(),
      msg: pages.messageId!,
      dlv: (await trpc<{ id: string }>('webhooks.sendTestEvent', { id: wh })).id,
    },
    pages,
    spare: { pat: () => patient(smallest), wh: webhook, key, app, lab, ing: ingestKey },
    deletedPatient,
    person: { family: 'Spare', given: 'Scan', birthDate: smallest.birth_date },
  };
}
