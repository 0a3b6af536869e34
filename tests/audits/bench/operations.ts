import assert from 'node:assert/strict';

/** The five measured operations, as requests that both servers answer. */

export interface Operation {
  name: string;
  /** Minimum share of the bare server's rate. */
  goal: number;
  method: 'GET' | 'POST';
  paths: string[];
  body?: string;
  /** Also measured without guarantees; not writes, which would create patients outside any organization. */
  plain: boolean;
}

const PATIENT = {
  name: { family: 'Benchmark', given: ['Bella', 'Rose'], prefix: null, suffix: null, use: 'official' },
  birth_date: '1980-04-05',
  sex: 'female',
  identifiers: [{ system: 'urn:example:card', value: 'bench-card', type: 'insurance', type_code: null, assigner: null }],
  phones: [{ value: '+49 30 12345678', use: 'home' }],
  emails: [{ value: 'bella@example.org', use: 'home' }],
  addresses: [{ lines: ['1 Example Street'], city: 'Berlin', state: null, postal_code: '10115', country: 'DE', use: 'home' }],
  metadata: { source: 'bench' },
};

/** @param ids display IDs */
export function operations(ids: { patients: string[]; results: string[]; ordered: string[] }): Operation[] {
  return [
    { name: 'read a patient by id', goal: 0.75, method: 'GET', paths: ids.patients.map((id) => `/v1/patients/${id}`), plain: true },
    { name: 'list 50 patients', goal: 0.75, method: 'GET', paths: ['/v1/patients?limit=50'], plain: true },
    { name: 'create a patient', goal: 0.75, method: 'POST', paths: ['/v1/patients'], body: JSON.stringify(PATIENT), plain: false },
    { name: 'read a result (30 lines)', goal: 0.75, method: 'GET', paths: ids.results.map((id) => `/v1/labs/results/${id}`), plain: true },
    { name: 'orders of a patient', goal: 0.75, method: 'GET', paths: ids.ordered.map((id) => `/v1/labs/orders?patient_id=${id}`), plain: true },
  ];
}

export const headersOf = (operation: Operation, key: string, idempotencyKey: string): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  ...(operation.body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }),
});

/** Members that differ between creates, and the cursor, which the product signs. */
const OWN = new Set(['id', 'mrn', 'created_at', 'updated_at']);

/** Both servers must return the same members in the same order with the same values. */
export async function assertSameAnswers(operation: Operation, product: string, bare: string, key: string): Promise<void> {
  const ask = async (base: string): Promise<unknown> => {
    const headers = headersOf(operation, key, `compare-${base}-${Date.now()}`);
    const response = await fetch(base + operation.paths[0]!, { method: operation.method, headers, ...(operation.body === undefined ? {} : { body: operation.body }) });
    assert.ok(response.ok, `${operation.name}: ${base} answered ${response.status}`);
    return JSON.parse(await response.text(), (name, value) => (name === 'next_cursor' || (operation.body !== undefined && OWN.has(name)) ? typeof value : (value as unknown)));
  };
  const [ours, theirs] = [await ask(product), await ask(bare)];
  assert.deepEqual(ours, theirs, `${operation.name}: product and bare server answer differently`);
  assert.deepEqual(Object.keys(ours as object), Object.keys(theirs as object));
}
