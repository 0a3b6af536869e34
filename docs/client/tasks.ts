import { createHash, randomUUID } from 'node:crypto';
import { dataOf, hasCode, type ClinicalClient } from './client';
import type { components } from './contract';

/** What an integration does with /v1, one function per task. Runs in the tests against the real service. */

type Schemas = components['schemas'];

/** All patients, page by page; pages neither skip nor repeat while others write. */
export async function* allPatients(client: ClinicalClient): AsyncGenerator<Schemas['Patient']> {
  let cursor: string | undefined;
  do {
    const page = dataOf(
      await client.GET('/v1/patients', { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } }),
    );
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}

/** Active patients with a family name and birth date, which stay out of URLs and their logs. */
export async function findPatients(
  client: ClinicalClient,
  family: string,
  birthDate: string,
): Promise<Schemas['Patient'][]> {
  const body = { family, birth_date: birthDate, status: ['active' as const], limit: 100 };
  return dataOf(await client.POST('/v1/patients/search', { body })).data;
}

/** @param intent one UUID per intended patient, kept with your own record: a repeat gives the first answer again */
export async function createPatient(
  client: ClinicalClient,
  body: Schemas['CreatePatientRequest'],
  intent: string = randomUUID(),
): Promise<Schemas['Patient']> {
  return dataOf(
    await client.POST('/v1/patients', { params: { header: { 'Idempotency-Key': intent } }, body }),
  );
}

/** Updates a patient. If another client changed the record in between, reads it again and repeats the decision. */
export async function changePatient(
  client: ClinicalClient,
  id: string,
  decide: (patient: Schemas['Patient']) => Schemas['UpdatePatientRequest'],
): Promise<Schemas['Patient']> {
  for (;;) {
    const read = await client.GET('/v1/patients/{id}', { params: { path: { id } } });
    const body = decide(dataOf(read));
    const header = { 'If-Match': read.response.headers.get('ETag')! };
    try {
      return dataOf(await client.PATCH('/v1/patients/{id}', { params: { path: { id }, header }, body }));
    } catch (error) {
      if (!hasCode(error, 'version_mismatch')) throw error;
    }
  }
}

export async function orderTest(
  client: ClinicalClient,
  patientId: string,
  search: string,
): Promise<Schemas['LabOrder']> {
  const catalog = dataOf(await client.GET('/v1/labs/catalog', { params: { query: { q: search } } }));
  const [test] = catalog.data;
  if (!test) throw new Error(`The catalog has no test for ${search}`);
  return dataOf(
    await client.POST('/v1/labs/orders', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { patient_id: patientId, items: [{ test_id: test.id }] },
    }),
  );
}

/** The results of an order; none while the laboratory still works. */
export async function resultsOf(client: ClinicalClient, orderId: string): Promise<Schemas['LabResult'][]> {
  const order = dataOf(await client.GET('/v1/labs/orders/{id}', { params: { path: { id: orderId } } }));
  const results: Schemas['LabResult'][] = [];
  for (const id of order.result_ids)
    results.push(dataOf(await client.GET('/v1/labs/results/{id}', { params: { path: { id } } })));
  return results;
}

/** All results of a patient, with and without an order, most recently collected first. */
export async function* historyOf(
  client: ClinicalClient,
  patientId: string,
): AsyncGenerator<Schemas['LabResult']> {
  let cursor: string | undefined;
  do {
    const query = {
      patient_id: patientId,
      sort: '-collected_at' as const,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    };
    const page = dataOf(await client.GET('/v1/labs/results', { params: { query } }));
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}

/** Form B: the bytes as they are. `sha256` is compared by the service. */
export async function uploadDocument(
  client: ClinicalClient,
  facts: Schemas['DocumentMetadata'],
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<Schemas['Document']> {
  const metadata = { ...facts, sha256: createHash('sha256').update(file.bytes).digest('hex') };
  return dataOf(
    await client.POST('/v1/documents', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { metadata, file: file.name },
      bodySerializer: () => {
        const form = new FormData();
        form.set('metadata', new Blob([JSON.stringify(metadata)], { type: 'application/json' }));
        form.set('file', new Blob([file.bytes]), file.name);
        return form;
      },
    }),
  );
}

export async function downloadDocument(client: ClinicalClient, id: string): Promise<Uint8Array> {
  const answer = await client.GET('/v1/documents/{id}/content', {
    params: { path: { id } },
    parseAs: 'arrayBuffer',
  });
  return new Uint8Array(dataOf<ArrayBuffer>(answer));
}

/** Events after a cursor, oldest first, and the next cursor. Store it in the same transaction as your changes. */
export async function eventsSince(
  client: ClinicalClient,
  cursor: string | null,
): Promise<{ events: Schemas['Event'][]; cursor: string | null }> {
  const events: Schemas['Event'][] = [];
  let at = cursor;
  for (let more = true; more;) {
    const query = { sort: 'position' as const, limit: 100, ...(at ? { cursor: at } : {}) };
    const page = dataOf(await client.GET('/v1/events', { params: { query } }));
    events.push(...page.data);
    at = page.next_cursor ?? at;
    more = page.has_more;
  }
  return { events, cursor: at };
}
