import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../../server/shared/scopes';
import { SCOPES } from '../../../server/shared/scopes';
import { auditRows, personContext, realKey, testOrg } from '../../support/database';
import { fhirChart } from '../../support/fhir-chart';
import { mergeClinic } from '../../support/patient-merges';
import { makeApp, Visitor } from '../../support/oauth';
import { seeded } from '../../support/random';
import { isFull, nightly } from '../../support/test-size';
import { call, startServer, type TestServer } from '../../support/server';

/** FHIR R4: loops over the CapabilityStatement. Who may read what, what is recorded, and hostile parameters. */

const clinic = mergeClinic();
let server: TestServer;
let chart: Awaited<ReturnType<typeof fhirChart>>;
let types: { type: string; searchParam?: { name: string; type: string }[]; searchInclude?: string[] }[];
/** A readable resource and a search of each type, which find one record or more. */
let asked: { type: string; path: string }[];
let ownKey: string;

/** From the specification, not from the code. */
const SCOPES_OF: Record<string, Scope[]> = {
  Patient: ['patients:read'],
  ServiceRequest: ['labs:read'],
  DiagnosticReport: ['labs:read'],
  Observation: ['labs:read'],
  DocumentReference: ['documents:read'],
  Binary: ['documents:read'],
  Practitioner: ['patients:read', 'labs:read', 'documents:read'],
  Organization: ['patients:read', 'labs:read', 'documents:read'],
  // Of the patient in these requests.
  Provenance: ['patients:read'],
};

beforeAll(async () => {
  server = await startServer();
  chart = await fhirChart(clinic);
  ownKey = await realKey(clinic.org);
  types = (await call(server, null, 'GET', '/fhir/R4/metadata')).json.rest[0].resource;
  const ofPatient = `patient=${chart.patient}`;
  const searches: Record<string, string> = {
    Patient: `_id=${chart.patient}`,
    ServiceRequest: ofPatient,
    DiagnosticReport: ofPatient,
    Observation: ofPatient,
    DocumentReference: ofPatient,
    Practitioner: `_id=${chart.userId}`,
    Organization: `_id=${clinic.org.orgId}`,
    Provenance: `target=Patient/${chart.patient}`,
  };
  asked = [{ type: 'Binary', path: `Binary/${chart.document}` }];
  for (const [type, query] of Object.entries(searches)) {
    const path = `${type}?${query}`;
    const { entry } = (await get(ownKey, path)).json as { entry: { resource: { id: string } }[] };
    asked.push({ type, path }, { type, path: `${type}/${entry[0]!.resource.id}` });
  }
});
afterAll(() => server.close());

const get = (key: string | null, path: string) => call(server, key, 'GET', `/fhir/R4/${path}`);

it('covers every type of the CapabilityStatement', () => {
  expect([...new Set(asked.map(({ type }) => type))].sort()).toEqual(types.map(({ type }) => type).sort());
  expect(Object.keys(SCOPES_OF).sort()).toEqual(types.map(({ type }) => type).sort());
});

it('needs the scope of each type, and records each request once', async () => {
  const wrong: string[] = [];
  for (const [nth, scope] of SCOPES.entries()) {
    const key = await realKey(clinic.org, [scope]);
    for (const [at, { type, path }] of asked.entries()) {
      // In the suite two of the scopes that each request lacks.
      if (!isFull && !SCOPES_OF[type]!.includes(scope) && (at + nth) % 4 > 0) continue;
      const { status, headers, json } = await get(key, path);
      const rows = await auditRows(headers.get('x-request-id')!);
      const isAllowed = SCOPES_OF[type]!.includes(scope);
      const expected = isAllowed ? [200, 'allowed', null] : [403, 'refused', 'insufficient_scope'];
      const found = [status, rows[0]?.outcome, rows[0]?.code];
      if (rows.length !== 1 || found.join() !== expected.join())
        wrong.push(`${scope} ${path}: ${found.join()} with ${rows.length} rows`);
      if (!isAllowed && json.resourceType !== 'OperationOutcome') wrong.push(`${scope} ${path}: no outcome`);
      const isChart = !['Practitioner', 'Organization'].includes(type);
      if (isAllowed && isChart && !rows[0]?.patient_ids.includes(chart.patient))
        wrong.push(`${scope} ${path}: the patient is not recorded`);
    }
  }
  expect(wrong).toEqual([]);
});

it('shows nothing to another organization, and does not tell a foreign record from an unknown one', async () => {
  const key = await realKey(await testOrg());
  const unknown = '01a00000-0000-7000-8000-000000000000';
  const print = async (path: string, id: string) => {
    const { status, text, headers } = await get(key, path);
    const requestId = headers.get('x-request-id')!;
    return `${status} ${text.replaceAll(requestId, '').replaceAll(id, '')}`;
  };
  for (const { type, path } of asked) {
    const [id] = /(?:[0-9a-f]{8}-[0-9a-f-]{27}|[a-z]{3}-[0-9a-z]{26}[.0-9a-z-]*)$/.exec(path)!;
    const other = /^[0-9a-f]{8}-/.test(id)
      ? unknown
      : id.replace(/[0-9a-z]$/, (last) => (last === '0' ? '1' : '0'));
    const foreign = await print(path, id);
    expect([path, foreign]).toEqual([path, await print(path.replace(id, other), other)]);
    expect([path, foreign]).toEqual([
      path,
      expect.stringMatching(path.includes('?') ? /"entry":\[\]/ : /^404/),
    ]);
    expect(type === 'Practitioner' ? [] : [foreign]).not.toContainEqual(expect.stringContaining(chart.mrn));
  }
});

it('records the patients of a denied request, also of a form', async () => {
  const key = await realKey(clinic.org, ['labs:read', 'patients:read']);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const denied = [
    await get(key, `DocumentReference?patient=Patient/${chart.patient}`),
    await get(key, `Observation?patient=${chart.patient}&foo=1`),
    await call(server, key, 'POST', '/fhir/R4/Observation/_search', `patient=${chart.patient}&foo=1`, form),
    await get(key, `Patient/${chart.patient}?foo=1`),
  ];
  for (const { status, headers } of denied)
    expect([status, await auditRows(headers.get('x-request-id')!)]).toEqual([
      expect.toBeOneOf([400, 403]),
      [expect.objectContaining({ outcome: 'refused', patient_ids: [chart.patient] })],
    ]);
});

it('needs the scope of an included resource before it searches', async () => {
  const key = await realKey(clinic.org, ['labs:read']);
  for (const { type, searchInclude = [] } of types)
    for (const include of searchInclude.filter((name) => /:(patient|subject)$/.test(name))) {
      const path = `${type}?patient=${chart.patient}&_include=${include}`;
      const denied = await get(key, path);
      const rows = await auditRows(denied.headers.get('x-request-id')!);
      expect([path, denied.status, rows.map(({ outcome }) => outcome)]).toEqual([path, 403, ['refused']]);
    }
});

it('accepts access tokens, and counts requests like /v1', async () => {
  const app = await makeApp(await personContext(clinic.org, 'admin'));
  const visitor = await Visitor.signedIn(server, await personContext(clinic.org, 'clinician'));
  const { access_token } = await visitor.connect(app);
  visitor.close();
  const { status, headers } = await get(access_token, `Patient/${chart.patient}`);
  expect([status, headers.get('ratelimit-policy')]).toEqual([
    200,
    expect.stringMatching(/^"default";q=\d+;w=60$/),
  ]);
  const limited = await realKey(clinic.org, SCOPES, 1);
  await get(limited, 'Organization');
  const rejected = await get(limited, 'Organization');
  expect([rejected.status, rejected.json.issue[0].code]).toEqual([429, 'throttled']);
});

/** Values that no parameter expects, and random parts of them: in turn, in the nightly run in all parameters. */
const HOSTILE = [
  '%00',
  '\u{1F9EA}',
  "'; drop table patients; --",
  '%25',
  '\\',
  '\\,',
  ',',
  ',,',
  '|',
  '||',
  'a|',
  '|a',
  '$',
  'Patient/',
  'Patient/../Patient/1',
  '../',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '0',
  '9'.repeat(400),
  'ge',
  'gt9999',
  'lt0001',
  'ge0000',
  '10000',
  '2026-13',
  '2026-02-30',
  '2026-03-01T25:00:00Z',
  '2026-03-01T00:00:00+99:99',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  'a'.repeat(2_000),
  '{}',
  '[]',
  'null',
  '%F0%28%8C%28',
  '\ud7ff',
  '‮',
  '(',
  '*',
  '\\u0000',
  '\t',
  ' ',
  'http://loinc.org|',
  '00000000-0000-0000-0000-000000000000',
  'res-0.pnl-0',
  'pat-01h000000000000000000000000',
];

it('never fails, whatever the parameters are', { ...nightly, timeout: 60_000 }, async () => {
  const random = seeded(20_261_126);
  const failed: string[] = [];
  const ask = async (path: string) => {
    const { status, json } = await get(ownKey, path);
    if (status >= 500 || (status >= 400 && json?.resourceType !== 'OperationOutcome'))
      failed.push(`${status} ${path}`);
  };
  for (const { type, searchParam = [] } of types) {
    for (const value of HOSTILE) await ask(`${type}/${encodeURIComponent(value)}`);
    for (const [nth, { name }] of searchParam.entries())
      for (const value of HOSTILE.filter((_, at) => isFull || at % searchParam.length === nth)) {
        const required = name === 'patient' || type === 'Patient' ? '' : `&patient=${chart.patient}`;
        await ask(`${type}?${name}=${value.startsWith('%') ? value : encodeURIComponent(value)}${required}`);
      }
    for (let round = 0; searchParam.length > 0 && round < (isFull ? 40 : 10); round++) {
      const names = [
        '_count',
        '_include',
        '_revinclude',
        'cursor',
        '_format',
        ...searchParam.map(({ name }) => name),
      ];
      const modifier = random.pick(['', '', '', ':exact', ':missing', ':not', ':Patient', ':', '::']);
      const parts = [1, 2, 3].map(
        () =>
          `${random.pick(names)}${modifier}=${encodeURIComponent(random.pick(HOSTILE).replace(/^%.*/, 'x') + random.pick(['', ',', '|x', 'x']))}`,
      );
      await ask(`${type}?${parts.join('&')}`);
    }
  }
  expect(failed).toEqual([]);
});
