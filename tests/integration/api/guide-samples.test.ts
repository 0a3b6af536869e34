import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDES } from '@/components/docs/guides';
import { samplesOf, type Sample } from '@/components/docs/guide';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { startSandboxResets } from '../../../server/demo/sandbox-resets';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { startExportWorker } from '../../../server/domain/exports/export-worker';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { startRunner } from '../../../server/intake/runner/runner';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { createIngestKey } from '../../../server/domain/lab-connections/create-ingest-key';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';
import { asSuperuser, personContext, realKey } from '../../support/database';
import { furnish, orderWithReport, type Furnished } from '../../support/furnish';
import { laboratory } from '../../support/laboratory';
import { CALLBACK, makeApp, Visitor } from '../../support/oauth';
import { freePort, startServer, type TestServer } from '../../support/server';

/** Every sample of the guides is run as it is shown, by the program that readers run it with. */

const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-guides-'));
let server: TestServer;
let things: Furnished;
let settings: Record<string, string>;
let children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startServer();
  things = await furnish('guides');
  const lab = await laboratory(things.org.ctx);
  settings = {
    CLINICAL_URL: server.url,
    API_KEY: await realKey(things.org),
    INGEST_KEY: (await createIngestKey(things.org.ctx, { connection_id: lab.id })).key!,
  };
}, 60_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ALL = new Map<string, Sample>(
  GUIDES.flatMap((guide) => samplesOf(guide)).map((sample) => [sample.file, sample]),
);
const run = promisify(execFile);
const ran = new Set<string>();

/** Runs one sample in a folder that contains all samples, as a reader has them. @returns lines of its output */
async function output(file: string, more: Record<string, string> = {}): Promise<string[]> {
  const [program, ...options] = programOf(file);
  ran.add(file);
  const { stdout } = await run(program!, options, { cwd: folder, env: environment(more) });
  return stdout.trim().split('\n');
}
const programOf = (file: string) =>
  file.endsWith('.sh') ? ['bash', '-eu', '-o', 'pipefail', file] : [process.execPath, file];
const environment = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  PATH: process.env.PATH,
  ...settings,
  ...more,
});

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of ALL.values()) writeFileSync(path.join(folder, file), code);
  await build({
    entryPoints: ['docs/client/main.ts'],
    outfile: path.join(folder, 'node_modules/clinical-data-service-client/index.js'),
    bundle: true,
    platform: 'node',
  });
});

describe('guide samples', () => {
  it('have unique names and no undocumented network access', () => {
    const files = GUIDES.flatMap((guide) => samplesOf(guide)).map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
    for (const { file, code } of ALL.values()) {
      const imported = [...code.matchAll(/from '([^']+)'/g)].map(([, name]) => name!);
      for (const name of imported)
        expect(
          name.startsWith('node:') || name === 'clinical-data-service-client' || ALL.has(name.slice(2)),
          `${file}: ${name}`,
        ).toBe(true);
    }
  });

  it('quick start: creates, orders, simulates and reads, with curl and with the client', async () => {
    expect(await output('setup.sh')).toEqual(['']);
    const sandbox = await furnish('quick-start', { sandboxOf: things.org.slug });
    await upsertCatalog(sandbox.org.ctx, await catalogEntries());
    const base = { API_KEY: await realKey(sandbox.org) };
    const json = async <T>(file: string, more = {}) =>
      JSON.parse((await output(file, { ...base, ...more })).join('')) as T;
    const line = async (file: string, more = {}) => (await output(file, { ...base, ...more })).join('\n');
    const runner = startRunner({ process: processMessage, pollMs: 20 });

    expect(await json('first.sh')).toMatchObject({ object: 'list' });
    expect(await line('first.mjs')).toContain('has_more: ');
    const patient = await json<{ id: string }>('patient.sh');
    // A repeated request returns the same patient, also from the other language.
    expect(await json('patient.sh')).toEqual(patient);
    expect(await line('patient.mjs')).toBe(patient.id);
    const tests = await json<{ data: { id: string; name: string }[] }>('find-test.sh');
    const [{ id, name }] = tests.data as [{ id: string; name: string }];
    expect(await line('find-test.mjs')).toBe(`${id} ${name}`);

    const chosen = { PATIENT_ID: patient.id, TEST_ID: id };
    const first = await json<{ id: string; status: string }>('order.sh', chosen);
    expect(first.status).toBe('requested');
    const [second, ...printed] = (await line('order.mjs', chosen)).split(' ');
    expect(printed).toEqual([expect.stringMatching(/^\d{11}$/), 'requested']);

    expect(await json('simulate-result.sh', { ORDER_ID: first.id })).toMatchObject({
      object: 'lab_simulation',
    });
    expect(await line('simulate-result.mjs', { ORDER_ID: second! })).toBe('lab_simulation');
    const reports = (order: string) =>
      json<{ data: { status: string }[] }>('results.sh', { ORDER_ID: order });
    for (const order of [first.id, second!])
      await expect.poll(async () => (await reports(order)).data).toMatchObject([{ status: 'final' }]);
    expect(await line('results.mjs', { ORDER_ID: second! })).toMatch(/^final Glucose\S* \S/);
    await runner.stop();
    // The other guides find this patient.
    await output('patient.sh');
  });

  it('authentication: keys, and the complete flow of an application', async () => {
    expect(await output('credentials.sh')).toEqual(['401', '401', '200']);
    const me = JSON.parse((await output('me.sh')).join('')) as object;
    expect(me).toMatchObject({ type: 'api_key', livemode: true });
    const app = await makeApp(things.admin);
    const client = { CLIENT_ID: app.id, CLIENT_SECRET: app.secret!, REDIRECT_URI: CALLBACK };
    const asked = JSON.parse((await output('authorize.mjs', client)).join('')) as Record<string, string>;
    const { searchParams, pathname } = new URL(asked.address!);
    expect(pathname).toBe('/oauth/authorize');
    const challenge = createHash('sha256').update(asked.verifier!).digest('base64url');
    expect(searchParams.get('code_challenge')).toBe(challenge);
    const visitor = await Visitor.signedIn(server, await personContext(things.org, 'clinician'));
    const { callback } = await visitor.consent(app, { authorize: Object.fromEntries(searchParams) });
    visitor.close();
    expect(callback.searchParams.get('state')).toBe(asked.state);
    const back = { ...client, CODE: callback.searchParams.get('code')!, VERIFIER: asked.verifier! };
    expect(await output('token.mjs', back)).toEqual(['Bearer 3600 patients:read labs:read', 'true']);
  });

  it('TypeScript client: orders, and reads errors', async () => {
    const [order, ...reports] = await output('client-order.mjs');
    expect(order).toMatch(/^\d{11} requested$/);
    expect(reports).toEqual([]);
    expect(await output('client-errors.mjs')).toEqual(['Changed by another client: read it again.']);
  });

  it('sandbox: simulates a result, and resets', async () => {
    const sandbox = await furnish('sandbox', { sandboxOf: things.org.slug });
    await upsertCatalog(sandbox.org.ctx, await catalogEntries());
    const inSandbox = { API_KEY: await realKey(sandbox.org) };
    const runner = startRunner({ process: processMessage, pollMs: 20 });
    expect(await output('simulate.mjs', inSandbox)).toEqual([
      expect.stringMatching(/^final Potassium \d\S* \S+ HH$/),
    ]);
    await runner.stop();
    const resets = startSandboxResets(20);
    expect(await output('reset.mjs', inSandbox)).toEqual([expect.stringMatching(/^ready \d\d$/)]);
    await resets.stop();
  });

  it('paging and copying: a whole list, the feed from a position, and changes', async () => {
    const [{ count } = { count: 0 }] = await asSuperuser<{ count: number }>(
      'SELECT count(*)::int AS count FROM patients WHERE org_id = $1 AND deleted_at IS NULL',
      [things.org.orgId],
    );
    expect(await output('all-patients.mjs')).toEqual([String(count)]);
    // Created by the quick start.
    expect(await output('search.mjs')).toEqual([expect.stringMatching(/^pat_\w+ \S+$/)]);
    const first = await output('follow.mjs');
    expect(first).toContain('patient.created version 1');
    expect(first.some((line) => line.startsWith('lab_result.'))).toBe(true);
    expect(await output('follow.mjs')).toEqual(['']);
    await fetch(`${server.url}/v1/patients/${things.ids.patient}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${settings.API_KEY}`, 'Content-Type': 'application/json' },
      body: '{"language":"it"}',
    });
    expect(await output('follow.mjs')).toEqual([expect.stringMatching(/^patient\.updated version \d+$/)]);
    expect(await output('changed.mjs')).toContainEqual(expect.stringContaining(things.ids.patient));
  });

  it('patient history: loaded once, then changed by new, corrected and moved reports', async () => {
    const { ids, org, admin } = things;
    const patient = { PATIENT_ID: ids.patient };
    const history = () => output('history.mjs', patient);
    expect((await history()).at(-1)).toBe('1 reports');
    expect(await history()).toEqual(['1 reports']);
    const { result } = await orderWithReport({ org, admin }, ids.patient, 'F-history');
    await orderWithReport({ org, admin }, ids.spare, 'F-of-another');
    expect(await history()).toEqual([
      'lab_result.created version 1',
      'lab_result.finalized version 1',
      '2 reports',
    ]);
    await rematchLabResult(admin, { id: result.id, patient_id: ids.spare, reason: 'Wrong patient.' });
    expect(await history()).toEqual(['lab_result.reassigned removed', '1 reports']);
    const { family } = things;
    const twin = await createPatient(
      admin,
      createPatientInput.parse({ name: { family, given: ['G.'] }, birth_date: '1960-02-03', sex: 'female' }),
    );
    await orderWithReport({ org, admin }, twin.id, 'F-of-twin');
    await mergePatients(admin, { id: ids.patient, merged_patient_id: twin.id, reason: 'One person.' });
    expect(await history()).toEqual(['2 reports']);
    await asSuperuser(`UPDATE lab_observations SET loinc = '2345-7' WHERE org_id = $1 AND code = 'GLU'`, [
      org.orgId,
    ]);
    const glucose = await output('glucose.mjs', patient);
    expect(glucose).toHaveLength(2);
    expect(glucose[0]).toBe('2026-11-01T08:00:00.000Z final <6.90 mmol/L final');
  });

  it('FHIR: finds a patient, and reads the values of a test', async () => {
    const lines = await output('fhir-results.mjs', { NAME: things.family });
    expect(lines).toContainEqual(expect.stringMatching(/^2026-11-01T08:00:00.000Z <6.9 mmol\/L final$/));
  });

  it('bulk: loads patients in batches, and creates none twice', async () => {
    const lines = ['ehr-120 validation_failed /birth_date', '249 created'];
    expect(await output('load-patients.mjs')).toEqual(lines);
    expect(await output('load-patients.mjs')).toEqual(lines);
    const loaded = await asSuperuser(
      "SELECT 1 FROM patients WHERE org_id = $1 AND external_id LIKE 'ehr-%'",
      [things.org.orgId],
    );
    expect(loaded).toHaveLength(249);
  });

  it('bulk: exports to files, and continues with the events', async () => {
    const stop = startExportWorker();
    try {
      const lines = await output('export.mjs');
      expect(lines).toEqual([
        expect.stringMatching(/^patients-1 \d+$/),
        expect.stringMatching(/^lab_results-1 \d+$/),
      ]);
      const [patients, results] = lines.map((line) => Number(line.split(' ')[1]));
      expect(patients).toBeGreaterThan(249);
      expect(await output('after-export.mjs')).toEqual([`${patients! + results!} records`]);
      await fetch(`${server.url}/v1/patients/${things.ids.patient}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${settings.API_KEY}`, 'Content-Type': 'application/json' },
        body: '{"language":"fr"}',
      });
      const after = [`${patients! + results!} records`, `patient.updated ${things.ids.patient}`];
      expect(await output('after-export.mjs')).toEqual(after);
    } finally {
      await stop();
    }
  });

  it('audit log: each entry once, also over two runs', async () => {
    const collected = async () =>
      (await readFile(path.join(folder, 'audit.ndjson'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; action: string });
    await output('collect-audit.mjs');
    const before = await collected();
    expect(before.map(({ action }) => action)).toContain('create_patient');
    await output('collect-audit.mjs');
    const ids = (await collected()).map(({ id }) => id);
    expect(ids.length, 'its own calls').toBeGreaterThan(before.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('idempotency: one patient, and a concurrent writer gets a conflict', async () => {
    expect(await output('twice.mjs')).toEqual(['201 201 true', 'true']);
    expect(await output('two-writers.mjs')).toEqual([
      'true',
      expect.stringMatching(/^version_mismatch \d+$/),
    ]);
  });

  it('webhooks: one request creates one; the receiver processes signed events once, and failed ones again', async () => {
    const made = JSON.parse((await output('webhook.sh')).join('')) as { secret: string };
    expect(made.secret).toMatch(/^whsec_/);
    const missed = JSON.parse((await output('missed.sh', { WEBHOOK_ID: things.ids.webhook })).join(''));
    expect(missed).toEqual({ object: 'redeliveries', count: 0 });
    const secret = newSigningSecret();
    const port = await freePort();
    let failures = 1;
    const relay = createServer((request, response) => {
      if (failures-- > 0) return response.writeHead(500).end();
      const { authorization } = request.headers;
      void fetch(server.url + request.url!, { headers: { Authorization: authorization! } }).then(
        async (answer) =>
          response
            .writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type')! })
            .end(await answer.text()),
      );
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    ran.add('receiver.mjs');
    const receiver = spawn(process.execPath, ['receiver.mjs'], {
      cwd: folder,
      env: environment({
        WEBHOOK_SECRET: secret,
        PORT: String(port),
        CLINICAL_URL: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(receiver);
    let said = '';
    receiver.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
    await once(receiver.stdout!, 'data');
    expect(said).toBe(`listening on ${port}\n`);
    const send = async (signedWith: string, eventId: string, id: string) => {
      const data = { object: { object: 'lab_result', id } };
      const body = JSON.stringify({ id: eventId, type: 'lab_result.finalized', data });
      const headers = { ...signatureHeaders([signedWith], eventId, new Date(), body) };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })).status;
    };
    const first = 'evt_01m6dpfcsrezfag0xvx04n22nj';
    const { result } = things.ids;
    expect(await send(newSigningSecret(), first, result)).toBe(400);
    const failed = once(receiver.stderr!, 'data');
    expect(await send(secret, first, result)).toBe(500);
    expect(String(await failed)).toContain(first);
    expect(await send(secret, first, result)).toBe(204);
    expect(await send(secret, first, result)).toBe(204);
    const unknown = 'res_01m6dpfcsrezfag0xvx04n22nj';
    expect(await send(secret, 'evt_01m6dpfcsrezfag0xvx04n22nk', unknown)).toBe(204);
    await expect
      .poll(() => said.split('\n').slice(1))
      .toEqual([
        expect.stringMatching(/^lab_result\.finalized (?!gone)\w+$/),
        'lab_result.finalized gone',
        '',
      ]);
    relay.close();
  });

  it('errors: all problems at once, and which requests to retry', async () => {
    const [problem, ...invalid] = await output('invalid-patient.mjs');
    expect(problem).toBe('422 validation_failed');
    const pointers = invalid.map((line) => line.split(' ')[0]);
    expect(pointers.sort()).toEqual(['/birth_date', '/middle_name', '/name']);
    expect(await output('retry.mjs')).toEqual(['list']);
  });

  it('sending results: the message is accepted', async () => {
    expect((await output('send-result.sh')).join('')).toContain('MSA|AA|MSG-4711');
  });

  it('were all run', () => {
    expect([...ALL.keys()].filter((file) => !ran.has(file))).toEqual([]);
  });
});
