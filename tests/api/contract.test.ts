import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../server/auth/scopes';
import { asSuperuser, auditRows, realKey } from '../support/database';
import { furnish, type Furnished } from '../support/furnish';
import { call, startServer, type Answer, type TestServer } from '../support/server';

/**
 * A loop over the OpenAPI document of the running server: each operation is tried without a credential, without its
 * scope, with a foreign id, with an unknown field, and rightly. An operation without a sample fails.
 */

interface Operation {
  id: string;
  method: string;
  path: string;
  scopes: Scope[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Sample {
  id?: (things: Furnished) => string;
  query?: string;
  body?: (things: Furnished) => Record<string, unknown>;
}

const SAMPLES: Record<string, Sample> = {
  listPatients: { query: 'limit=10&include=total_count' },
  createPatient: {
    body: () => ({ name: { family: 'Sample', given: ['Sam'] }, birth_date: '2001-09-09', sex: 'unknown' }),
  },
  getPatient: { id: ({ ids }) => ids.patient },
  updatePatient: { id: ({ ids }) => ids.patient, body: () => ({ language: 'de' }) },
  deletePatient: { id: ({ ids }) => ids.spare },
  listLabOrders: { query: 'status=requested,completed' },
  createLabOrder: { body: ({ ids }) => ({ patient_id: ids.patient, items: [{ test_id: ids.test }] }) },
  getLabOrder: { id: ({ ids }) => ids.order },
  getLabResult: { id: ({ ids }) => ids.result },
  listCatalog: { query: 'q=glucose' },
  listDocuments: {},
  createDocument: {
    body: ({ ids }) => ({
      patient_id: ids.patient,
      content: { data: Buffer.from('hello').toString('base64'), file_name: 'hello.txt' },
    }),
  },
  getDocument: { id: ({ ids }) => ids.document },
  downloadDocument: { id: ({ ids }) => ids.document },
  listEvents: { query: 'sort=position' },
  listWebhooks: {},
  createWebhook: { body: () => ({ url: 'https://hooks.example.org/other' }) },
  deleteWebhook: { id: ({ ids }) => ids.webhook },
};

/** The order in which things are tried rightly: what deletes comes last. */
const LAST = ['deletePatient', 'deleteWebhook'];

let server: TestServer;
let things: Furnished;
let others: Furnished;
let document: { paths: Record<string, Record<string, Record<string, unknown>>>; components: object };
let operations: Operation[];
let key: string;

beforeAll(async () => {
  server = await startServer();
  [things, others] = [await furnish('mine'), await furnish('others')];
  key = await realKey(things.org);
  const answer = await call(server, null, 'GET', '/v1/openapi.json');
  document = answer.json;
  operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        scopes: operation['x-required-scopes'] as Scope[],
        responses: operation.responses as Operation['responses'],
      })),
    )
    .sort((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id));
});
afterAll(() => server.close());

const target = (operation: Operation, id: string) => operation.path.replace('{id}', id);
const has = (operation: Operation) => operation.method === 'POST' || operation.method === 'PATCH';

function send(
  operation: Operation,
  credential: string | null,
  own: Furnished,
  change: { id?: string; query?: string; body?: object } = {},
): Promise<Answer> {
  const sample = SAMPLES[operation.id]!;
  const query = [has(operation) ? '' : (sample.query ?? ''), change.query ?? ''].filter(Boolean).join('&');
  const path = target(operation, change.id ?? sample.id?.(own) ?? '') + (query ? `?${query}` : '');
  return call(
    server,
    credential,
    operation.method,
    path,
    has(operation) ? { ...sample.body!(own), ...change.body } : undefined,
  );
}

function expectProblem(answer: Answer, status: number, code: string, what: string) {
  expect(answer.status, `${what}: ${answer.text}`).toBe(status);
  expect(answer.headers.get('content-type'), what).toBe('application/problem+json');
  expect(answer.json, what).toMatchObject({
    status,
    code,
    type: `${server.url}/docs/errors/${code}`,
    request_id: answer.headers.get('x-request-id'),
  });
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const { Problem } = (document.components as { schemas: { Problem: object } }).schemas;
  expect(ajv.validate(Problem, answer.json), `${what}: ${ajv.errorsText()}`).toBe(true);
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

describe('every operation of the OpenAPI document', () => {
  it('is one of the specification or a stated addition, and has a sample here', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        'GET /v1/patients',
        'POST /v1/patients',
        'GET /v1/patients/{id}',
        'PATCH /v1/patients/{id}',
        'DELETE /v1/patients/{id}',
        'GET /v1/labs/orders',
        'POST /v1/labs/orders',
        'GET /v1/labs/orders/{id}',
        'GET /v1/labs/results/{id}',
        'GET /v1/labs/catalog',
        'GET /v1/documents',
        'POST /v1/documents',
        'GET /v1/documents/{id}',
        'GET /v1/documents/{id}/content',
        'GET /v1/events',
        'GET /v1/webhooks',
        'POST /v1/webhooks',
        'DELETE /v1/webhooks/{id}',
      ].sort(),
    );
    expect(operations.map(({ id }) => id).filter((id) => !SAMPLES[id])).toEqual([]);
  });

  it('answers 401 without a credential and with a broken one, before anything else is looked at', async () => {
    for (const operation of operations) {
      const none = await call(
        server,
        null,
        operation.method,
        target(operation, 'nonsense'),
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

  it('answers 403 with the scope that is missing', async () => {
    for (const operation of operations) {
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

  it('answers a foreign id as it answers one that never existed', async () => {
    for (const operation of operations.filter(({ path }) => path.includes('{id}'))) {
      const foreign = await send(operation, key, things, { id: SAMPLES[operation.id]!.id!(others) });
      expectProblem(foreign, 404, 'not_found', operation.id);
      await expectOneAuditRow(foreign, 'refused', operation.id, 'not_found');
      const absent = await send(operation, key, things, {
        id: SAMPLES[operation.id]!.id!(others).replace(/.{4}$/, '0000'),
      });
      const anonymous = (answer: Answer) => answer.text.replaceAll(answer.json.request_id as string, 'req');
      expect(anonymous(absent), operation.id).toBe(anonymous(foreign));
    }
  });

  it('refuses what it does not know, by name', async () => {
    for (const operation of operations.filter(({ id }) => id !== 'downloadDocument')) {
      const query = await send(operation, key, things, { query: 'colour=red' });
      expectProblem(query, 400, 'unknown_parameter', operation.id);
      expect(query.json.errors, operation.id).toMatchObject([{ parameter: 'colour', code: 'unknown_field' }]);
      await expectOneAuditRow(query, 'refused', operation.id, 'unknown_parameter');
      if (!has(operation)) continue;
      const body = await send(operation, key, things, { body: { colour: 'red', id: 'x', created_at: 'x' } });
      expectProblem(body, 422, 'validation_failed', operation.id);
      const codes = Object.fromEntries(
        (body.json.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]),
      );
      expect(codes, operation.id).toMatchObject(
        operation.path.includes('{id}')
          ? { '/id': 'read_only' }
          : { '/colour': 'unknown_field', '/id': 'read_only', '/created_at': 'read_only' },
      );
      await expectOneAuditRow(body, 'refused', operation.id, 'validation_failed');
    }
  });

  it('answers as its schema says, once audited', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'openapi', components: document.components }, 'openapi');
    for (const operation of operations) {
      const answer = await send(operation, key, things);
      const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))!;
      expect(answer.status, `${operation.id}: ${answer.text}`).toBe(Number(status));
      const row = await expectOneAuditRow(answer, 'allowed', operation.id);
      if (!/catalog|webhook/i.test(operation.id) && answer.json?.data?.length !== 0)
        expect(row.patient_ids.length, operation.id).toBeGreaterThan(0);
      const schema = response.content?.['application/json']?.schema;
      if (schema) {
        const resolved = JSON.parse(
          JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'),
        ) as object;
        expect(
          ajv.validate(resolved, answer.json),
          `${operation.id}: ${ajv.errorsText()} ${answer.text.slice(0, 400)}`,
        ).toBe(true);
      }
      expect(answer.headers.get('cache-control'), operation.id).toMatch(/private|no-store/);
      if (status === '201')
        expect(answer.headers.get('location'), operation.id).toBe(
          `${server.url}${operation.path}/${answer.json.id}`,
        );
    }
  });
});
