import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FIXTURES } from '../../support/fixtures';
import { admin, expect, test, url } from '../support/portal';
import { sourcePatients } from '../support/synthea';

/** 5. An external program with a key made by the operator calls every specified operation. No browser. */

let key: string;

interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

async function api<T>(method: string, target: string, body?: unknown): Promise<Answer<T>> {
  const response = await fetch(target.startsWith('http') ? target : url() + target, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text ? JSON.parse(text) : undefined) as T,
  };
}

interface Thing {
  id: string;
}
interface List<T = Thing> {
  data: T[];
  has_more: boolean;
  total_count?: number;
}

export function externalProgram(): void {
  // In the suite the access matrix sends each operation, and the tests of lists page through them.
  test(
    '5. external program calls all 16 operations, pages through everything, and downloads byte-equal',
    { tag: '@nightly' },
    async () => {
      const scopes =
        'patients:read,patients:write,labs:read,labs:write,documents:read,documents:write,webhooks:manage';
      ({ key } = (await admin(
        'api-key',
        'create',
        '--org',
        'demo',
        '--name',
        'External program',
        '--scopes',
        scopes,
      )) as { key: string });
      expect(key).toMatch(/^clin_live_[0-9A-Za-z]{49}$/);

      // Patients: list (every page by the Link header), create, read, change, delete.
      const seen = new Set<string>();
      const first = await api<List>('GET', '/v1/patients?limit=100&include=total_count');
      let page = first;
      for (;;) {
        for (const { id } of page.body.data) {
          expect(seen.has(id), 'a patient on two pages').toBe(false);
          seen.add(id);
        }
        const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
        expect(next !== undefined).toBe(page.body.has_more);
        if (!next) break;
        page = await api<List>('GET', next);
      }
      expect(seen.size).toBe(first.body.total_count);
      expect(seen.size).toBeGreaterThanOrEqual(sourcePatients().length);

      const created = await api<Thing & { mrn: string }>('POST', '/v1/patients', {
        name: { family: 'External', given: ['Program'] },
        birth_date: '1980-05-06',
        sex: 'other',
      });
      expect(created.status).toBe(201);
      const patient = created.body.id;
      expect(created.headers.get('location')).toBe(`${url()}/v1/patients/${patient}`);
      expect((await api<Thing>('GET', `/v1/patients/${patient}`)).body.id).toBe(patient);
      expect(
        (await api<{ language: string }>('PATCH', `/v1/patients/${patient}`, { language: 'fr' })).body
          .language,
      ).toBe('fr');

      // Labs: catalog, order, list, read, result.
      const catalog = await api<List<Thing & { name: string }>>('GET', '/v1/labs/catalog?q=glucose');
      expect(catalog.body.data.length).toBeGreaterThan(0);
      const order = await api<Thing>('POST', '/v1/labs/orders', {
        patient_id: patient,
        items: [{ test_id: catalog.body.data[0]!.id }],
        priority: 'urgent',
      });
      expect(order.status).toBe(201);
      expect((await api<{ code: string }>('GET', `/v1/labs/results/${order.body.id}`)).body.code).toBe(
        'result_not_ready',
      );
      await admin('lab', 'simulate', '--order', order.body.id, '--kind', 'normal', '--org', 'demo');
      const orders = await api<List<Thing & { result_ids: string[] }>>(
        'GET',
        `/v1/labs/orders?patient_id=${patient}`,
      );
      expect(orders.body.data.map(({ id }) => id)).toEqual([order.body.id]);
      const read = await api<{ status: string; result_ids: string[] }>(
        'GET',
        `/v1/labs/orders/${order.body.id}`,
      );
      expect(read.body.status).toBe('completed');
      const result = await api<
        Thing & { patient_id: string; panels: { observations: { value_text: string }[] }[] }
      >('GET', `/v1/labs/results/${read.body.result_ids[0]}`);
      expect(result.body).toMatchObject({ patient_id: patient, status: 'final' });
      expect(
        result.body.panels
          .flatMap(({ observations }) => observations)
          .every(({ value_text }) => value_text !== null),
      ).toBe(true);

      // Documents: upload, list, read, download.
      const bytes = readFileSync(path.join(FIXTURES, 'documents/pdf/simhosp_note2.pdf'));
      const uploaded = await api<Thing & { sha256: string }>('POST', '/v1/documents', {
        patient_id: patient,
        category: 'clinical_note',
        content: { data: bytes.toString('base64'), file_name: 'note.pdf', content_type: 'application/pdf' },
      });
      expect(uploaded.status).toBe(201);
      expect(
        (await api<List>('GET', `/v1/documents?patient_id=${patient}`)).body.data.map(({ id }) => id),
      ).toEqual([uploaded.body.id]);
      const document = await api<{ content_type: string; content_url: string }>(
        'GET',
        `/v1/documents/${uploaded.body.id}`,
      );
      expect(document.body.content_type).toBe('application/pdf');
      const download = await fetch(`${url()}/v1/documents/${uploaded.body.id}/content`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(Buffer.compare(Buffer.from(await download.arrayBuffer()), bytes)).toBe(0);
      expect(download.headers.get('etag')).toBe(`"${uploaded.body.sha256}"`);
      expect(Buffer.from(await (await fetch(document.body.content_url)).arrayBuffer()).equals(bytes)).toBe(
        true,
      );

      // Webhooks: create, list, delete.
      const hook = await api<Thing & { secret: string }>('POST', '/v1/webhooks', {
        url: 'https://hooks.example.org/external',
        events: ['patient.*'],
      });
      expect(hook.body.secret).toMatch(/^whsec_/);
      const hooks = await api<List>('GET', '/v1/webhooks');
      expect(hooks.body.data.map(({ id }) => id)).toContain(hook.body.id);
      expect(JSON.stringify(hooks.body)).not.toContain(hook.body.secret);
      expect((await api('DELETE', `/v1/webhooks/${hook.body.id}`)).status).toBe(204);

      const spare = await api<Thing>('POST', '/v1/patients', {
        name: { family: 'Spare', given: ['Program'] },
        birth_date: '1981-05-06',
        sex: 'other',
      });
      expect((await api('DELETE', `/v1/patients/${spare.body.id}`)).status).toBe(204);
      expect((await api('GET', `/v1/patients/${spare.body.id}`)).status).toBe(404);
      expect((await api('DELETE', `/v1/patients/${spare.body.id}`)).status).toBe(404);
    },
  );
}
