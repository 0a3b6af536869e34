import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../../../scripts/contract/json';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { SCOPES } from '../../../server/shared/scopes';
import {
  asForm,
  asText,
  compileCheck,
  operationsOf,
  withRealIds,
  type ContractOperation,
  type RequestBody,
} from '../../support/contract';
import { asSuperuser, auditRows, realKey, testOrg } from '../../support/database';
import { furnish, type Furnished } from '../../support/furnish';
import { call, startServer, type Answer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/**
 * A loop over the OpenAPI document of the running server: each operation is called without a credential, without its
 * scope, with a foreign ID, with an unknown field, and correctly, with the examples of the document
 * (`server/http/openapi/examples`); an operation without examples fails.
 */

/** Valid requests are sent in this order: a merge before it is undone, deletions last. */
const LAST = ['mergePatients', 'unmergePatients', 'cancelExport', 'deletePatient', 'deleteWebhook'];

let server: TestServer;
let things: Furnished;
let others: Furnished;
let document: Loose;
let operations: ContractOperation[];
let check: (schema: object, value: unknown) => string | null;
let key: string;

beforeAll(async () => {
  server = await startServer();
  // In a sandbox, where all operations are allowed.
  const sandboxOf = (await testOrg()).slug;
  [things, others] = [await furnish('mine', { sandboxOf }), await furnish('others', { sandboxOf })];
  key = await realKey(things.org);
  for (const { admin, ids } of [things, others])
    ids.openOrder = (
      await createLabOrder(
        admin,
        createLabOrderInput.parse({ patient_id: ids.patient, items: [{ test_id: ids.test }] }),
      )
    ).id;
  const answer = await call(server, null, 'GET', '/v1/openapi.json');
  document = answer.json;
  check = compileCheck(document);
  operations = operationsOf(document).sort((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id));
});
afterAll(() => server.close());

const target = ({ path, parameters }: ContractOperation, id: string, own: Furnished) =>
  path
    .replace('{id}', id)
    .replace(/\{(\w+)\}/, (_, name) =>
      withRealIds(String(parameters.find((parameter) => parameter.name === name)?.example), own),
    );
const has = (operation: ContractOperation) => operation.hasBody;
const isJson = ({ mediaType }: RequestBody) => mediaType === 'application/json';

/** The record of this organization that the example of the path identifies. */
const idOf = (operation: ContractOperation, own: Furnished): string =>
  withRealIds(String(operation.parameters.find((parameter) => parameter.in === 'path')?.example), own);

/** Sends the given JSON example, by default the first. */
function send(
  operation: ContractOperation,
  credential: string | null,
  own: Furnished,
  change: { id?: string; query?: string; body?: object; example?: RequestBody } = {},
): Promise<Answer> {
  const path =
    target(operation, change.id ?? idOf(operation, own), own) + (change.query ? `?${change.query}` : '');
  const example = change.example ?? operation.bodies.find(isJson);
  if (operation.hasBody && !example)
    throw new Error(`${operation.id} has no example: add one to server/http/openapi/examples`);
  const value = example && { ...withRealIds(example.value, own), ...change.body };
  const body = example && value && (isJson(example) ? value : asBody(example, value));
  const type: Record<string, string> =
    example && !(body instanceof FormData) ? { 'Content-Type': example.mediaType } : {};
  return call(server, credential, operation.method, path, body, type);
}

const asBody = ({ mediaType }: RequestBody, value: Record<string, unknown>) =>
  mediaType === 'multipart/form-data' ? asForm(value) : value;

function expectProblem(answer: Answer, status: number, code: string, what: string) {
  expect(answer.status, `${what}: ${answer.text}`).toBe(status);
  expect(answer.headers.get('content-type'), what).toBe('application/problem+json');
  expect(answer.json, what).toMatchObject({
    status,
    code,
    type: `${server.url}/docs/errors/${code}`,
    request_id: answer.headers.get('x-request-id'),
  });
  expect(check({ $ref: '#/components/schemas/Problem' }, answer.json), what).toBeNull();
}

async function expectOneAuditRow(
  answer: Answer,
  outcome: 'allowed' | 'refused',
  what: string,
  code: string | null = null,
) {
  const rows = await auditRows(answer.headers.get('x-request-id')!);
  expect(rows, what).toHaveLength(1);
  expect(rows[0], what).toMatchObject({ outcome, code });
  return rows[0]!;
}

/** Parameters that require `patient_id`. */
const WITH_PATIENT = ['listLabResults loinc', 'listLabResults code'];

describe('each operation of the OpenAPI document', () => {
  it('is in the specification or a stated addition', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        'GET /v1/patients',
        'POST /v1/patients',
        'POST /v1/patients/batch',
        'POST /v1/patients/search',
        'GET /v1/patients/{id}',
        'PATCH /v1/patients/{id}',
        'DELETE /v1/patients/{id}',
        'POST /v1/patients/{id}/merge',
        'POST /v1/patients/{id}/unmerge',
        'GET /v1/patients/{id}/merges',
        'GET /v1/labs/orders',
        'POST /v1/labs/orders',
        'GET /v1/labs/orders/{id}',
        'POST /v1/labs/orders/{id}/cancel',
        'GET /v1/labs/results',
        'GET /v1/labs/results/{id}',
        'GET /v1/labs/catalog',
        'GET /v1/documents',
        'POST /v1/documents',
        'GET /v1/documents/{id}',
        'GET /v1/documents/{id}/content',
        'GET /v1/exports',
        'POST /v1/exports',
        'GET /v1/exports/{id}',
        'POST /v1/exports/{id}/cancel',
        'GET /v1/exports/{id}/files/{name}',
        'GET /v1/events',
        'GET /v1/audit-events',
        'GET /v1/me',
        'GET /v1/sandbox',
        'POST /v1/sandbox/reset',
        'POST /v1/sandbox/labs/orders/{id}/simulate',
        'GET /v1/webhooks',
        'POST /v1/webhooks',
        'GET /v1/webhooks/{id}',
        'PATCH /v1/webhooks/{id}',
        'DELETE /v1/webhooks/{id}',
        'POST /v1/webhooks/{id}/rotate-secret',
        'POST /v1/webhooks/{id}/test',
        'GET /v1/webhooks/{id}/deliveries',
        'GET /v1/webhooks/{id}/deliveries/{delivery_id}',
        'POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
        'POST /v1/webhooks/{id}/redeliver',
      ].sort(),
    );
  });

  it('returns 401 without a credential and with an invalid one, before other checks', nightly, async () => {
    for (const operation of operations) {
      const none = await call(
        server,
        null,
        operation.method,
        target(operation, 'nonsense', things),
        has(operation) ? '{"broken' : undefined,
      );
      expectProblem(none, 401, 'missing_credentials', operation.id);
      expect(none.headers.get('www-authenticate'), operation.id).toBe('Bearer');
      const broken = await send(
        operation,
        key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        things,
      );
      expectProblem(broken, 401, 'invalid_credentials', operation.id);
    }
    const counted = await asSuperuser<{ code: string; count: number }>(
      'SELECT code, sum(count)::int AS count FROM security_events GROUP BY code',
    );
    for (const code of ['missing_credentials', 'invalid_credentials'])
      expect(counted.find((row) => row.code === code)?.count, code).toBeGreaterThanOrEqual(operations.length);
  });

  it('returns 403 with the missing scope', nightly, async () => {
    for (const operation of operations.filter(({ scopes }) => scopes.length > 0)) {
      const credential = await realKey(
        things.org,
        SCOPES.filter((scope) => !operation.scopes.includes(scope)),
      );
      const answer = await send(operation, credential, things);
      expectProblem(answer, 403, 'insufficient_scope', operation.id);
      expect(answer.json.required_scopes, operation.id).toEqual(operation.scopes);
      expect(answer.headers.get('www-authenticate'), operation.id).toContain(
        `scope="${operation.scopes.join(' ')}"`,
      );
      await expectOneAuditRow(answer, 'refused', operation.id, 'insufficient_scope');
    }
  });

  it('answers HEAD with the headers of GET, without a body and with one audit row', nightly, async () => {
    const differ = /^(date|link|connection|keep-alive|x-request-id|ratelimit.*|transfer-encoding)$/;
    const comparable = ({ status, headers }: Answer) => [
      status,
      [...headers].filter(([name]) => !differ.test(name)),
    ];
    // The list of audit rows grows with each request.
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const whole = await send(operation, key, things);
      const head = await send({ ...operation, method: 'HEAD' }, key, things);
      if (operation.id === 'listAuditEvents') expect(head.status).toBe(200);
      else expect(comparable(head), operation.id).toEqual(comparable(whole));
      expect(head.text, operation.id).toBe('');
      await expectOneAuditRow(head, 'allowed', operation.id);
    }
  });

  it('gives the same answer for a foreign and an unknown ID', nightly, async () => {
    for (const operation of operations.filter(({ path }) => path.includes('{id}'))) {
      const foreign = await send(operation, key, things, { id: idOf(operation, others) });
      expectProblem(foreign, 404, 'not_found', operation.id);
      await expectOneAuditRow(foreign, 'refused', operation.id, 'not_found');
      const absent = await send(operation, key, things, {
        id: idOf(operation, others).replace(/.{4}$/, '0000'),
      });
      const anonymous = (answer: Answer) => answer.text.replaceAll(answer.json.request_id as string, 'req');
      expect(anonymous(absent), operation.id).toBe(anonymous(foreign));
    }
  });

  it('rejects unknown fields by name', async () => {
    for (const operation of operations.filter(({ id }) => id !== 'downloadDocument')) {
      const query = await send(operation, key, things, { query: 'color=red' });
      expectProblem(query, 400, 'unknown_parameter', operation.id);
      expect(query.json.errors, operation.id).toMatchObject([{ parameter: 'color', code: 'unknown_field' }]);
      await expectOneAuditRow(query, 'refused', operation.id, 'unknown_parameter');
      if (!has(operation)) continue;
      const body = await send(operation, key, things, { body: { color: 'red', id: 'x', created_at: 'x' } });
      expectProblem(body, 422, 'validation_failed', operation.id);
      const codes = Object.fromEntries(
        (body.json.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]),
      );
      expect(codes, operation.id).toMatchObject(
        operation.path.includes('{id}')
          ? { '/id': 'read_only' }
          : { '/color': 'unknown_field', '/id': 'read_only', '/created_at': 'read_only' },
      );
      await expectOneAuditRow(body, 'refused', operation.id, 'validation_failed');
    }
  });

  it('accepts the example of each query parameter', nightly, async () => {
    for (const operation of operations.filter(({ id }) => !LAST.includes(id)))
      for (const { name, example } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        const what = `${operation.id} ${name}`;
        expect(example, `${what} needs an example: server/http/openapi/parameters.ts`).toBeDefined();
        const value = encodeURIComponent(asText(withRealIds(example, things)));
        const more = WITH_PATIENT.includes(what) ? `&patient_id=${things.ids.patient}` : '';
        const answer = await send(operation, key, things, { query: `${name}=${value}${more}` });
        // Cursors are encrypted, so no example can be a valid one.
        if (name === 'cursor') expectProblem(answer, 400, 'invalid_cursor', what);
        else expect(answer.status, `${what}: ${answer.text}`).toBe(200);
      }
  });

  it('returns 304 for its own entity tag where documented', async () => {
    const conditional = operations.filter(({ responses }) => responses['304']);
    expect(conditional.length).toBeGreaterThan(4);
    for (const operation of conditional) {
      const first = await send(operation, key, things);
      const again = await call(
        server,
        key,
        operation.method,
        target(operation, idOf(operation, things), things),
        undefined,
        { 'If-None-Match': first.headers.get('etag')! },
      );
      expect(again.status, operation.id).toBe(304);
      expect(again.text, operation.id).toBe('');
      expect(again.headers.get('etag'), operation.id).toBe(first.headers.get('etag'));
    }
  });

  it('answers its examples as its schema states, with one audit row', async () => {
    for (const operation of operations)
      for (const example of operation.hasBody ? operation.bodies : [undefined]) {
        const what = `${operation.id} ${example ? `${example.mediaType} ${example.name}` : ''}`;
        const answer = await send(operation, key, things, example ? { example } : {});
        const [status, response] = Object.entries(operation.responses).find(([code]) =>
          code.startsWith('2'),
        )!;
        expect(answer.status, `${what}: ${answer.text}`).toBe(Number(status));
        const row = await expectOneAuditRow(answer, 'allowed', what);
        if (
          !/catalog|exports|webhooks|me$|sandbox$|reset$/.test(operation.path) &&
          answer.json?.data?.length !== 0
        )
          expect(row.patient_ids.length, what).toBeGreaterThan(0);
        const schema = response.content?.['application/json']?.schema as object | undefined;
        if (schema) expect(check(schema, answer.json), `${what}: ${answer.text.slice(0, 400)}`).toBeNull();
        for (const name of ['ratelimit', 'ratelimit-policy'])
          expect(answer.headers.get(name), `${what}: ${name}`).toMatch(/^"default";/);
        for (const name of Object.keys(response.headers))
          if (document.components.headers[name].required)
            expect(answer.headers.get(name), `${what}: ${name}`).not.toBeNull();
        expect(answer.headers.get('cache-control'), what).toMatch(/private|no-store/);
        if (status === '201')
          expect(answer.headers.get('location'), what).toBe(
            `${server.url}${operation.path}/${answer.json.id}`,
          );
      }
  });
});
