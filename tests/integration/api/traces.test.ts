import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from '../../../server/logger';
import { startTraces } from '../../../server/start/traces';
import { env } from '../../../server/env';
import { realKey, testOrg, type TestOrg } from '../../support/database';
import { call, startServer, type TestServer } from '../../support/server';
import {
  allAre,
  hook,
  patient,
  receiver,
  setUpWebhookWorkers,
  start,
  until,
} from '../../support/webhook-worker';

setUpWebhookWorkers();

/** A small receiver of OTLP (HTTP, JSON). */

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: object }[];
  status: { code?: number };
}
interface Batch {
  resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
}

const SERVER = 2;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const bodies: string[] = [];
const collector = http.createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => (body += String(chunk)));
  req.on('end', () => {
    bodies.push(body);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
let api: TestServer;
let org: TestOrg;
let key: string;
let stop: () => Promise<void>;

const spans = () =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Batch).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  api = await startServer();
  org = await testOrg();
  key = await realKey(org);
});
beforeEach(async () => {
  bodies.length = 0;
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  stop = await startTraces();
});
afterEach(async () => {
  await stop();
  delete env.OTEL_EXPORTER_OTLP_ENDPOINT;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await api.close();
  collector.close();
});

describe('traces', () => {
  it('continue the trace of a client through procedure and statements, and are named in the log', async () => {
    const info = vi.spyOn(logger, 'info');
    const made = await call(api, key, 'POST', '/v1/patients', {
      name: { family: 'Tracecanary', given: ['Ann'] },
      birth_date: '1961-02-03',
      sex: 'female',
    });
    const { id } = made.json as { id: string };
    const { status } = await call(api, key, 'GET', `/v1/patients/${id}`, undefined, {
      traceparent: `00-${TRACE}-${PARENT}-01`,
    });
    expect(status).toBe(200);
    await call(api, key, 'GET', '/v1/patients?q=Tracecanary');
    await vi.waitFor(
      () => expect(info.mock.calls.filter(([, text]) => text === 'request')).toHaveLength(3),
      15_000,
    );
    await stop();

    const ours = spans().filter(({ traceId }) => traceId === TRACE);
    const request = ours.find(({ kind }) => kind === SERVER)!;
    expect(request).toMatchObject({ name: 'GET /v1/patients/{id}', parentSpanId: PARENT });
    const procedure = ours.find(({ name }) => name === 'patients.getPatient')!;
    expect(procedure.parentSpanId).toBe(request.spanId);
    const statements = ours.filter(({ attributes }) => JSON.stringify(attributes).includes('postgresql'));
    expect(statements.map(({ name }) => name)).toContain('COMMIT');
    expect(statements.some(({ parentSpanId }) => parentSpanId === procedure.spanId)).toBe(true);
    expect(info.mock.calls).toContainEqual([expect.objectContaining({ trace_id: TRACE }), 'request']);

    const sent = bodies.join();
    for (const secret of ['Tracecanary', '1961', id, org.orgId, key]) expect(sent).not.toContain(secret);
  });

  it('show an error by its code, without its message', async () => {
    await call(api, key, 'GET', '/v1/patients/pat_unknown');
    await stop();
    const procedure = spans().find(({ name }) => name === 'patients.getPatient')!;
    expect(procedure).toMatchObject({ status: { code: 2 } });
    expect(procedure.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'NOT_FOUND' } });
  });

  it('leave with a webhook, and ignore the traceparent of browsers', async () => {
    const target = await receiver((_got, response) => response.end());
    const made = await hook(target);
    start();
    await patient();
    await until(allAre(made, 'succeeded'), 'it is recorded');
    await fetch(`${api.url}/api/trpc/x`, { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    await stop();
    const delivery = spans().find(({ name }) => name === 'deliver webhook')!;
    expect(target.got[0]!.headers).toMatchObject({
      traceparent: `00-${delivery.traceId}-${delivery.spanId}-01`,
    });
    expect(spans().filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  });
});

it('are off without an endpoint', async () => {
  await stop();
  delete env.OTEL_EXPORTER_OTLP_ENDPOINT;
  stop = await startTraces();
  const info = vi.spyOn(logger, 'info');
  await call(api, key, 'GET', '/v1/patients');
  await vi.waitFor(() => expect(info).toHaveBeenCalled(), 15_000);
  await stop();
  expect(bodies).toEqual([]);
  expect(info.mock.calls.find(([, text]) => text === 'request')![0]).not.toHaveProperty('trace_id');
});
