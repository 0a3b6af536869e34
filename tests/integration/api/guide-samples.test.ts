import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDES } from '@/components/docs/guides';
import { samplesOf } from '@/components/docs/guide';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { startSandboxResets } from '../../../server/demo/sandbox-resets';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { startExportWorker } from '../../../server/domain/exports/export-worker';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { startRunner } from '../../../server/intake/runner/runner';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';
import { asSuperuser, personContext, realKey } from '../../support/database';
import { furnish, orderWithReport, type Furnished } from '../../support/furnish';
import {
  environment,
  LANGUAGES,
  makeReader,
  programOf,
  relayTo,
  runSample,
  SAMPLES,
  type Language,
  type Reader,
} from '../../support/guide-readers';
import { CALLBACK, makeApp, Visitor } from '../../support/oauth';
import { freePort, startServer, type TestServer } from '../../support/server';

/**
 * Every sample of the guides is run as it is shown, by the program that readers run it with. The samples of each language
 * have a separate organization and folder, so that no sample finds its work done by the other one.
 */

const readers = {} as Record<Language, Reader>;
const children: ChildProcess[] = [];
let server: TestServer;

beforeAll(async () => {
  if (spawnSync('python3', ['--version']).status !== 0)
    throw new Error('The Python samples need python3, 3.9 or later: apt-get install -y python3');
  server = await startServer();
  for (const language of LANGUAGES) readers[language] = await makeReader(language, server.url);
}, 60_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server?.close();
  for (const { folder } of Object.values(readers)) rmSync(folder, { recursive: true, force: true });
});

const ran = new Set<string>();

function output(reader: Reader, file: string, more: Record<string, string> = {}): Promise<string[]> {
  ran.add(file);
  return runSample(reader, file, more);
}

describe('guide samples', () => {
  it('have unique names and no undocumented network access', () => {
    const files = GUIDES.flatMap((guide) => samplesOf(guide)).map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
    for (const { file, code } of SAMPLES.values()) {
      const imported = [...code.matchAll(/from '([^']+)'/g)].map(([, name]) => name!);
      for (const name of imported)
        expect(
          name.startsWith('node:') || name === 'clinical-data-service-client' || SAMPLES.has(name.slice(2)),
          `${file}: ${name}`,
        ).toBe(true);
    }
  });

  it('authentication: with and without a key', async () => {
    expect(await output(readers.mjs, 'credentials.sh')).toEqual(['401', '401', '200']);
    const me = JSON.parse((await output(readers.mjs, 'me.sh')).join('')) as object;
    expect(me).toMatchObject({ type: 'api_key', livemode: true });
  });

  it('webhooks: one request creates one, and another redelivers', async () => {
    const made = JSON.parse((await output(readers.mjs, 'webhook.sh')).join('')) as { secret: string };
    expect(made.secret).toMatch(/^whsec_/);
    const webhook = { WEBHOOK_ID: readers.mjs.things.ids.webhook };
    const missed = JSON.parse((await output(readers.mjs, 'missed.sh', webhook)).join(''));
    expect(missed).toEqual({ object: 'redeliveries', count: 0 });
  });

  it('sending results: the message is accepted', async () => {
    expect((await output(readers.mjs, 'send-result.sh')).join('')).toContain('MSA|AA|MSG-4711');
  });
});

describe.each(LANGUAGES)('guide samples, %s', (language) => {
  let reader: Reader;
  let things: Furnished;
  const yes = language === 'py' ? 'True' : 'true';
  const outputOf = (name: string, more = {}) => output(reader, `${name}.${language}`, more);
  const change = (id: string, body: object) =>
    fetch(`${server.url}/v1/patients/${id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${reader.settings.API_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  beforeAll(() => {
    reader = readers[language];
    ({ things } = reader);
  });

  it('quick start: creates, orders, simulates and reads, with curl and with the client', async () => {
    expect(await output(reader, 'setup.sh')).toEqual(['']);
    const sandbox = await furnish(`quick-start-${language}`, { sandboxOf: things.org.slug });
    await upsertCatalog(sandbox.org.ctx, await catalogEntries());
    const base = { API_KEY: await realKey(sandbox.org) };
    const json = async <T>(file: string, more = {}) =>
      JSON.parse((await output(reader, file, { ...base, ...more })).join('')) as T;
    const line = async (name: string, more = {}) => (await outputOf(name, { ...base, ...more })).join('\n');
    const runner = startRunner({ process: processMessage, pollMs: 20 });

    expect(await json('first.sh')).toMatchObject({ object: 'list' });
    expect(await line('first')).toMatch(/has_more'?: /);
    const patient = await json<{ id: string }>('patient.sh');
    // A repeated request returns the same patient, also from the other language.
    expect(await json('patient.sh')).toEqual(patient);
    expect(await line('patient')).toBe(patient.id);
    const tests = await json<{ data: { id: string; name: string }[] }>('find-test.sh');
    const [{ id, name }] = tests.data as [{ id: string; name: string }];
    expect(await line('find-test')).toBe(`${id} ${name}`);

    const chosen = { PATIENT_ID: patient.id, TEST_ID: id };
    const first = await json<{ id: string; status: string }>('order.sh', chosen);
    expect(first.status).toBe('requested');
    const [second, ...printed] = (await line('order', chosen)).split(' ');
    expect(printed).toEqual([expect.stringMatching(/^\d{11}$/), 'requested']);

    expect(await json('simulate-result.sh', { ORDER_ID: first.id })).toMatchObject({
      object: 'lab_simulation',
    });
    expect(await line('simulate-result', { ORDER_ID: second! })).toBe('lab_simulation');
    const reports = (order: string) =>
      json<{ data: { status: string }[] }>('results.sh', { ORDER_ID: order });
    for (const order of [first.id, second!])
      await expect.poll(async () => (await reports(order)).data).toMatchObject([{ status: 'final' }]);
    expect(await line('results', { ORDER_ID: second! })).toMatch(/^final Glucose\S* \S/);
    await runner.stop();
    // The other guides find this patient.
    await output(reader, 'patient.sh');
  });

  it('authentication: the complete flow of an application', async () => {
    const app = await makeApp(things.admin);
    const client = { CLIENT_ID: app.id, CLIENT_SECRET: app.secret!, REDIRECT_URI: CALLBACK };
    const asked = JSON.parse((await outputOf('authorize', client)).join('')) as Record<string, string>;
    const { searchParams, pathname } = new URL(asked.address!);
    expect(pathname).toBe('/oauth/authorize');
    const challenge = createHash('sha256').update(asked.verifier!).digest('base64url');
    expect(searchParams.get('code_challenge')).toBe(challenge);
    const visitor = await Visitor.signedIn(server, await personContext(things.org, 'clinician'));
    const { callback } = await visitor.consent(app, { authorize: Object.fromEntries(searchParams) });
    visitor.close();
    expect(callback.searchParams.get('state')).toBe(asked.state);
    const back = { ...client, CODE: callback.searchParams.get('code')!, VERIFIER: asked.verifier! };
    const file = language === 'py' ? 'tokens' : 'token';
    expect(await outputOf(file, back)).toEqual(['Bearer 3600 patients:read labs:read', yes]);
  });

  it('client: orders, uploads a file, and reads errors', async () => {
    const [order, ...reports] = await outputOf('client-order');
    expect(order).toMatch(/^\d{11} requested$/);
    expect(reports).toEqual([]);
    writeFileSync(path.join(reader.folder, 'letter.txt'), 'A letter.\n');
    expect(await outputOf('client-upload', { PATIENT_ID: things.ids.patient })).toEqual([
      expect.stringMatching(/^doc_\w+ available$/),
    ]);
    expect(await outputOf('client-errors')).toEqual(['Changed by another client: read it again.']);
  });

  it('sandbox: simulates a result, and resets', async () => {
    const sandbox = await furnish(`sandbox-${language}`, { sandboxOf: things.org.slug });
    await upsertCatalog(sandbox.org.ctx, await catalogEntries());
    const inSandbox = { API_KEY: await realKey(sandbox.org) };
    const runner = startRunner({ process: processMessage, pollMs: 20 });
    expect(await outputOf('simulate', inSandbox)).toEqual([
      expect.stringMatching(/^final Potassium \d\S* \S+ HH$/),
    ]);
    await runner.stop();
    const resets = startSandboxResets(20);
    expect(await outputOf('reset', inSandbox)).toEqual([expect.stringMatching(/^ready \d\d$/)]);
    await resets.stop();
  });

  it('paging and copying: a whole list, the feed from a position, and changes', async () => {
    const [{ count } = { count: 0 }] = await asSuperuser<{ count: number }>(
      'SELECT count(*)::int AS count FROM patients WHERE org_id = $1 AND deleted_at IS NULL',
      [things.org.orgId],
    );
    expect(await outputOf('all-patients')).toEqual([String(count)]);
    // Created by the quick start.
    expect(await outputOf('search')).toEqual([expect.stringMatching(/^pat_\w+ \S+$/)]);
    const first = await outputOf('follow');
    expect(first).toContain('patient.created version 1');
    expect(first.some((line) => line.startsWith('lab_result.'))).toBe(true);
    expect(await outputOf('follow')).toEqual(['']);
    await change(things.ids.patient, { language: 'it' });
    expect(await outputOf('follow')).toEqual([expect.stringMatching(/^patient\.updated version \d+$/)]);
    expect(await outputOf('changed')).toContainEqual(expect.stringContaining(things.ids.patient));
  });

  it('patient history: loaded once, then changed by new, corrected and moved reports', async () => {
    const { ids, org, admin } = things;
    const patient = { PATIENT_ID: ids.patient };
    const history = () => outputOf('history', patient);
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
    const glucose = await outputOf('glucose', patient);
    expect(glucose).toHaveLength(2);
    expect(glucose[0]).toBe('2026-11-01T08:00:00.000Z final <6.90 mmol/L final');
  });

  it('FHIR: finds a patient, and reads the values of a test', async () => {
    const lines = await outputOf('fhir-results', { NAME: things.family });
    expect(lines).toContainEqual(expect.stringMatching(/^2026-11-01T08:00:00.000Z <6.9 mmol\/L final$/));
  });

  it('bulk: loads patients in batches, and creates none twice', async () => {
    const lines = ['ehr-120 validation_failed /birth_date', '249 created'];
    expect(await outputOf('load-patients')).toEqual(lines);
    expect(await outputOf('load-patients')).toEqual(lines);
    const loaded = await asSuperuser(
      "SELECT 1 FROM patients WHERE org_id = $1 AND external_id LIKE 'ehr-%'",
      [things.org.orgId],
    );
    expect(loaded).toHaveLength(249);
  });

  it('bulk: exports to files, and continues with the events', async () => {
    const stop = startExportWorker();
    try {
      const lines = await outputOf('export');
      expect(lines).toEqual([
        expect.stringMatching(/^patients-1 \d+$/),
        expect.stringMatching(/^lab_results-1 \d+$/),
      ]);
      const [patients, results] = lines.map((line) => Number(line.split(' ')[1]));
      expect(patients).toBeGreaterThan(249);
      expect(await outputOf('after-export')).toEqual([`${patients! + results!} records`]);
      await change(things.ids.patient, { language: 'fr' });
      const after = [`${patients! + results!} records`, `patient.updated ${things.ids.patient}`];
      expect(await outputOf('after-export')).toEqual(after);
    } finally {
      await stop();
    }
  });

  it('audit log: each entry once, also over two runs', async () => {
    const collected = async () =>
      (await readFile(path.join(reader.folder, 'audit.ndjson'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; action: string });
    await outputOf('collect-audit');
    const before = await collected();
    expect(before.map(({ action }) => action)).toContain('create_patient');
    await outputOf('collect-audit');
    const ids = (await collected()).map(({ id }) => id);
    expect(ids.length, 'its own calls').toBeGreaterThan(before.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('idempotency: one patient, and a concurrent writer gets a conflict', async () => {
    expect(await outputOf('twice')).toEqual(['201 201 true', yes]);
    expect(await outputOf('two-writers')).toEqual([yes, expect.stringMatching(/^version_mismatch \d+$/)]);
  });

  it('webhooks: the receiver processes signed events once, and failed ones again', async () => {
    const secret = newSigningSecret();
    const port = await freePort();
    const relay = await relayTo(server.url, 1, 500);
    const [program, ...options] = programOf(`receiver.${language}`);
    ran.add(`receiver.${language}`);
    const receiver = spawn(program!, options, {
      cwd: reader.folder,
      env: environment({
        ...reader.settings,
        WEBHOOK_SECRET: secret,
        PORT: String(port),
        CLINICAL_URL: relay.url,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(receiver);
    let said = '';
    let complained = '';
    receiver.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
    receiver.stderr!.setEncoding('utf8').on('data', (text: string) => (complained += text));
    await expect.poll(() => said).toBe(`listening on ${port}\n`);
    const send = async (signedWith: string, eventId: string, id: string) => {
      const data = { object: { object: 'lab_result', id } };
      const body = JSON.stringify({ id: eventId, type: 'lab_result.finalized', data });
      const headers = { ...signatureHeaders([signedWith], eventId, new Date(), body) };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })).status;
    };
    const first = 'evt_01m6dpfcsrezfag0xvx04n22nj';
    const { result } = things.ids;
    expect((await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })).status).toBe(400);
    expect(await send(newSigningSecret(), first, result)).toBe(400);
    expect(await send(secret, first, result)).toBe(500);
    await expect.poll(() => complained).toContain(first);
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
    const [problem, ...invalid] = await outputOf('invalid-patient');
    expect(problem).toBe('422 validation_failed');
    const pointers = invalid.map((line) => line.split(' ')[0]);
    expect(pointers.sort()).toEqual(['/birth_date', '/middle_name', '/name']);
    const relay = await relayTo(server.url, 2, 503, { 'Retry-After': '0' });
    expect(await outputOf('retry', { CLINICAL_URL: relay.url })).toEqual(['list']);
    relay.close();
  });
});

describe('guide samples, afterwards', () => {
  it('were all run', () => {
    expect([...SAMPLES.keys()].filter((file) => !ran.has(file))).toEqual([]);
  });
});
