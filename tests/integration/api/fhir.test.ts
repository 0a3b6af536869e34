import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { env } from '../../../server/env';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, realKey } from '../../support/database';
import { fhirChart } from '../../support/fhir-chart';
import { problemsOf } from '../../support/fhir-validator';
import { mergeClinic } from '../../support/patient-merges';
import { call, startServer, type TestServer } from '../../support/server';

/** FHIR R4: resources are valid, values are those that the laboratory sent, and searches find what they ask for. */

const clinic = mergeClinic();
let server: TestServer;
let key: string;
let chart: Awaited<ReturnType<typeof fhirChart>>;
beforeAll(async () => {
  server = await startServer();
  key = await realKey(clinic.org);
  chart = await fhirChart(clinic);
});
afterAll(() => server.close());

interface Resource {
  resourceType: string;
  id: string;
  [name: string]: unknown;
}
interface Bundle extends Record<string, unknown> {
  resourceType: string;
  link: { relation: string; url: string }[];
  entry: { fullUrl: string; resource: Resource; search: { mode: string } }[];
}

const get = (path: string, headers = {}) => call(server, key, 'GET', `/fhir/R4/${path}`, undefined, headers);

async function search(
  path: string,
): Promise<{ bundle: Bundle; found: Resource[]; included: Resource[]; text: string }> {
  const { status, json, text } = await get(path);
  expect({ path, status, text: status === 200 ? '' : text }).toEqual({ path, status: 200, text: '' });
  const bundle = json as Bundle;
  const of = (mode: string) =>
    bundle.entry.filter((one) => one.search.mode === mode).map(({ resource }) => resource);
  return { bundle, found: of('match'), included: of('include'), text };
}
const count = async (path: string) => (await search(path)).found.length;
const ofPatient = () => `patient=Patient/${chart.patient}`;

describe('resources', () => {
  it('of each type are valid by FHIR R4 and US Core, in a search and alone', async () => {
    // A control: the validator rejects what is wrong.
    expect(problemsOf({ resourceType: 'Observation', status: 'done', valueDateTime: '2026-13' })).toEqual(
      expect.arrayContaining([
        'Observation.code: Missing required property',
        'Observation.value[x]: Invalid dateTime format',
        'US Core: Observation.subject: Missing required property',
        'Observation.status: done',
      ]),
    );
    const searches = [
      `Patient?_id=${chart.patient}`,
      `ServiceRequest?${ofPatient()}`,
      `DiagnosticReport?${ofPatient()}`,
      `Observation?${ofPatient()}`,
      `DocumentReference?${ofPatient()}`,
      'Practitioner',
      'Organization',
      `Provenance?target=Patient/${chart.patient}`,
    ];
    const problems: Record<string, string[]> = {};
    for (const path of searches) {
      const { bundle, found } = await search(path);
      expect(found.length, path).toBeGreaterThan(0);
      problems[path] = problemsOf(bundle);
      for (const resource of found) {
        problems[`${resource.resourceType}/${resource.id}`] = problemsOf(resource);
        const alone = await get(`${resource.resourceType}/${resource.id}`);
        expect(alone.json).toEqual(resource);
        expect(alone.headers.get('content-type')).toBe(
          'application/fhir+json; fhirVersion=4.0; charset=utf-8',
        );
      }
    }
    problems.metadata = problemsOf((await get('metadata')).json as Resource);
    problems.error = problemsOf((await get('Patient?x=1')).json as Resource);
    // The laboratory sent a month, which the profile does not allow.
    expect(Object.values(problems).flat()).toEqual([
      'US Core: Observation.effective[x]: Constraint us-core-1 not met: Datetime must be at least to day.',
    ]);
  });

  it('have references that can be read', async () => {
    const { found } = await search(`DiagnosticReport?${ofPatient()}`);
    const { found: requests } = await search(`ServiceRequest?${ofPatient()}`);
    const [patient] = (await search(`Patient?_id=${chart.patient}`)).found;
    const text = JSON.stringify([found, requests, patient]);
    const references = new Set([...text.matchAll(/"reference":"([A-Z][^"]+)"/g)].map(([, path]) => path!));
    expect([...references].map((path) => path.split('/')[0]).sort()).toEqual([
      'Observation',
      'Organization',
      'Patient',
      'Practitioner',
    ]);
    for (const path of references) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('have values, comparators, units and ranges byte for byte', async () => {
    const { text, found } = await search(`Observation?${ofPatient()}`);
    for (const part of [
      '"valueQuantity":{"value":1.20,"unit":"mg/dL","system":"http://unitsofmeasure.org","code":"mg/dL"}',
      '"low":{"value":3.50,"unit":"mg/dL"',
      '"high":{"value":5.10,"unit":"mg/dL"',
      '"text":"3.50-5.10"',
      '"valueQuantity":{"value":0.050,"comparator":"<","unit":"ng/mL"',
      '"high":{"value":0.040,"unit":"ng/mL"',
      '"valueQuantity":{"value":200,"comparator":">","unit":"mg/L"',
      '"value":12345678901234567890,',
      '"value":0.5}',
      '"valueString":"  see note\\n2 "',
      '"valueString":"1:64"',
      '"code":"10828004","display":"Positive"}],"text":"Positive"',
      '"effectiveDateTime":"2026-02"',
    ])
      expect(text).toContain(part);
    const asReceived = found.flatMap(({ extension }) =>
      ((extension ?? []) as { url: string; valueString?: string }[])
        .filter(({ url }) => url.endsWith('/value-as-received'))
        .map(({ valueString }) => valueString),
    );
    expect(asReceived.sort()).toEqual(['.5', '> 200']);
  });

  it('show a correction with its version and the value it replaced', async () => {
    const { found } = await search(`Observation?${ofPatient()}&code=http://loinc.org|2345-7`);
    expect(found).toMatchObject([{ status: 'corrected', meta: { versionId: '2' } }]);
    expect(JSON.stringify(found[0]!.extension)).toMatch(
      /"url":"field","valueString":"value_text"},\{"url":"from","valueString":"1.10"},\{"url":"to","valueString":"1.20"}/,
    );
    const [report] = (await search(`DiagnosticReport?${ofPatient()}&status=corrected`)).found;
    expect(report).toMatchObject({ meta: { versionId: '2' }, status: 'corrected' });
    const [cancelled] = (await search(`Observation?${ofPatient()}&status=cancelled`)).found;
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      dataAbsentReason: { coding: [{ code: 'not-performed' }] },
    });
  });

  it('show a value reported for the wrong patient to no one', async () => {
    const patient = await clinic.patient();
    const panels = (status: 'final' | 'wrong') => [
      {
        code: 'X',
        name: 'X',
        observations: [
          { code: 'X', name: 'X', value_type: 'text' as const, value_text: '815815', status },
          { code: 'Y', name: 'Y', value_type: 'text' as const, value_text: 'own', status: 'final' as const },
        ],
      },
    ];
    const filler_order_number = `W-${patient.mrn}`;
    await clinic.result(patient.id, { filler_order_number, panels: panels('final') });
    await clinic.result(patient.id, { filler_order_number, status: 'corrected', panels: panels('wrong') });
    const query = `patient=${readId('patient', patient.id)!}`;
    const { text, found } = await search(`Observation?${query}`);
    expect(found.map(({ status }) => status).sort()).toEqual(['corrected', 'entered-in-error', 'final']);
    expect(
      text + (await search(`DiagnosticReport?${query}&_include=DiagnosticReport:result`)).text,
    ).not.toContain('815815');
  });

  it('link merged records, and find neither a deleted patient nor its chart', async () => {
    const [survivor, merged, deleted] = [
      await clinic.patient(),
      await clinic.patient(),
      await clinic.patient(),
    ];
    await clinic.result(merged.id);
    await clinic.merge(survivor.id, merged.id);
    const [one, other] = [readId('patient', survivor.id)!, readId('patient', merged.id)!];
    expect((await get(`Patient/${other}`)).json).toMatchObject({
      id: other,
      active: false,
      link: [{ type: 'replaced-by', other: { reference: `Patient/${one}` } }],
    });
    expect((await get(`Patient/${one}`)).json).toMatchObject({
      active: true,
      link: [{ type: 'replaces', other: { reference: `Patient/${other}` } }],
    });
    // A chart is found by either ID.
    for (const id of [one, other])
      expect((await search(`DiagnosticReport?patient=${id}`)).found).toMatchObject([
        { subject: { reference: `Patient/${one}` } },
      ]);
    await clinic.result(deleted.id);
    await asSuperuser('update patients set deleted_at = now() where org_id = $1 and id = $2', [
      clinic.org.orgId,
      readId('patient', deleted.id),
    ]);
    const id = readId('patient', deleted.id)!;
    expect((await get(`Patient/${id}`)).status).toBe(404);
    for (const path of [`Patient?_id=${id}`, `DiagnosticReport?patient=${id}`, `Observation?patient=${id}`])
      expect(await count(path), path).toBe(0);
  });

  it('show documents that were withdrawn, replaced or quarantined, and only the bytes of those that may be read', async () => {
    const patient = await clinic.patient();
    const made = async (columns: string) => {
      const id = readId('document', await clinic.document(patient.id))!;
      await asSuperuser(`update documents set ${columns} where id = $1`, [id]);
      return id;
    };
    const all = {
      'entered-in-error': [await made("status = 'entered_in_error'"), await made('withdrawn_at = now()')],
      superseded: [await made(`replaced_by = '${chart.document}'`)],
      current: [await made("status = 'quarantined', scan_status = 'infected'")],
    };
    const query = `DocumentReference?patient=${readId('patient', patient.id)!}`;
    for (const [status, ids] of Object.entries(all)) {
      const { found } = await search(`${query}&status=${status}`);
      expect(found.map((one) => [one.id, one.status]).sort()).toEqual(ids.map((id) => [id, status]).sort());
      for (const one of found) expect(problemsOf(one)).toEqual([]);
    }
    const held = await get(`Binary/${all.current[0]!}`);
    expect([held.status, held.json.resourceType]).toEqual([409, 'OperationOutcome']);
    const file = await get(`Binary/${chart.document}`);
    expect([file.status, file.text, file.headers.get('content-type')]).toEqual([
      200,
      'A note of our own.\n',
      'text/plain; charset=utf-8',
    ]);
    const part = await get(`Binary/${chart.document}`, { Range: 'bytes=2-5' });
    expect([part.status, part.text]).toEqual([206, 'note']);
    const outside = await get(`Binary/${chart.document}`, { Range: 'bytes=900-' });
    expect([outside.status, outside.json.resourceType]).toEqual([416, 'OperationOutcome']);
  });
});

describe('searches', () => {
  it('find a patient by each parameter, and no one else', async () => {
    const { orgId } = clinic.org;
    const here = env.PUBLIC_URL;
    const found = [
      `_id=${chart.patient}`,
      'name=lukasz',
      'name=EVA',
      'name=vantr&given=ana',
      'family=LUKASZ',
      'family=vantreve&given=ana',
      'family:exact=Łukaszewicz',
      'name:exact=Eva',
      'name=unknown,lukasz',
      'given=maria&family=luk',
      'identifier=NID-77',
      'identifier=https://example.org/ids|NID-77',
      `identifier=${here}/fhir/sid/${orgId}/Ward%25207|W\\|7\\,1`,
      `identifier=${here}/fhir/sid/${orgId}/mrn|${chart.mrn}`,
      `identifier=${chart.mrn}`,
      `identifier=${showId('patient', chart.patient)}`,
      `identifier=${here}/v1/patients|${showId('patient', chart.patient)}`,
      `identifier=EXT-${chart.userId}`,
      'name=lukasz&birthdate=1945-07-14&gender=female',
      'name=lukasz&birthdate=1945',
      'name=lukasz&birthdate=ge1945-07-14&birthdate=lt1945-07-15',
      'name=lukasz&birthdate=le1945-07&gender=male,female',
      'name=lukasz&gender=http://hl7.org/fhir/administrative-gender|female',
      'name=lukasz&_lastUpdated=gt2026-01-01',
    ];
    for (const query of found)
      expect([query, (await search(`Patient?${query}`)).found.map(({ id }) => id)]).toEqual([
        query,
        [chart.patient],
      ]);
    const none = [
      'name=ukasz',
      'family:exact=Lukaszewicz',
      'name=lukasz&name=unknown',
      'name=lukasz&birthdate=gt1945-07-14',
      'name=lukasz&birthdate=lt1945',
      'name=lukasz&gender=male',
      'name=lukasz&gender=http://example.org|female',
      'identifier=https://example.org/other|NID-77',
      'identifier=|NID-77',
      'name=lukasz&_lastUpdated=lt2026-01-01',
      '_id=x',
    ];
    for (const query of none) expect([query, await count(`Patient?${query}`)]).toEqual([query, 0]);
  });

  it('find results, orders and documents by patient, code, category, status and date', async () => {
    const LAB = 'http://terminology.hl7.org/CodeSystem/observation-category|laboratory';
    const expected: Record<string, number> = {
      [`Observation?${ofPatient()}`]: 12,
      [`Observation?patient=${env.PUBLIC_URL}/fhir/R4/Patient/${chart.patient}`]: 12,
      [`Observation?subject:Patient=${chart.patient}`]: 12,
      [`Observation?${ofPatient()}&category=${LAB}`]: 12,
      [`Observation?${ofPatient()}&category=vital-signs`]: 0,
      [`Observation?${ofPatient()}&code=2345-7,http://loinc.org|1988-5`]: 2,
      [`Observation?${ofPatient()}&code=http://loinc.org|51990-0`]: 1,
      [`Observation?${ofPatient()}&code=|TROP`]: 1,
      [`Observation?${ofPatient()}&code=http://loinc.org|TROP`]: 0,
      [`Observation?${ofPatient()}&date=2026-02`]: 1,
      [`Observation?${ofPatient()}&date=2026-02-01`]: 0,
      [`Observation?${ofPatient()}&date=lt2026-03-01`]: 1,
      [`Observation?${ofPatient()}&date=ge2026-02-15&date=lt2026-03`]: 1,
      [`Observation?${ofPatient()}&date=2026-03-01&code=GLU`]: 1,
      [`Observation?${ofPatient()}&date=2026-03-01T09:00:00%2B01:00&code=GLU`]: 1,
      [`Observation?${ofPatient()}&date=gt2026-03-01&code=GLU`]: 0,
      [`Observation?${ofPatient()}&_lastUpdated=gt2999`]: 0,
      [`DiagnosticReport?${ofPatient()}&category=LAB&date=2026-03-01`]: 1,
      [`DiagnosticReport?${ofPatient()}&category=RAD`]: 0,
      [`DiagnosticReport?${ofPatient()}&code=51990-0&date=ge2026`]: 1,
      [`DiagnosticReport?${ofPatient()}&code=2345-7`]: 0,
      [`DiagnosticReport?${ofPatient()}&status=final`]: 0,
      [`ServiceRequest?${ofPatient()}`]: 2,
      [`ServiceRequest?${ofPatient()}&code=http://loinc.org|58410-2&status=active`]: 1,
      [`ServiceRequest?${ofPatient()}&status=revoked,completed`]: 0,
      [`ServiceRequest?${ofPatient()}&category=http://snomed.info/sct|108252007&authored=ge2026-01-01`]: 2,
      [`ServiceRequest?requisition=${chart.orderId}`]: 2,
      [`DocumentReference?${ofPatient()}&category=clinical-note&type=UNK&date=ge2026`]: 1,
      [`DocumentReference?${ofPatient()}&category=imaging`]: 0,
      [`DocumentReference?${ofPatient()}&status=superseded`]: 0,
      [`DocumentReference?${ofPatient()}&type=http://loinc.org|34133-9`]: 0,
      'Practitioner?name=TEST': 2,
      [`Practitioner?_id=${chart.userId}`]: 1,
      'Practitioner?name=unknown': 0,
      'Organization?name=test': 1,
      'Organization?address=Berlin': 0,
    };
    const counted: Record<string, number> = {};
    for (const path of Object.keys(expected)) counted[path] = await count(path);
    expect(counted).toEqual(expected);
  });

  it('include what they name, and page through everything once', async () => {
    const included = async (path: string) =>
      [...new Set((await search(path)).included.map(({ resourceType }) => resourceType))].sort();
    expect(await included(`Observation?${ofPatient()}&_include=Observation:subject`)).toEqual(['Patient']);
    expect(await included(`DiagnosticReport?${ofPatient()}&_include=DiagnosticReport:result`)).toEqual([
      'Observation',
    ]);
    expect(
      await included(
        `ServiceRequest?${ofPatient()}&_include=ServiceRequest:patient&_include=ServiceRequest:requester:Practitioner&_revinclude=Provenance:target`,
      ),
    ).toEqual(['Patient', 'Practitioner', 'Provenance']);
    const { included: provenance } = await search(`Observation?${ofPatient()}&_revinclude=Provenance:target`);
    expect(provenance).toHaveLength(12);
    for (const one of provenance) expect([one.id, problemsOf(one)]).toEqual([one.id, []]);
    for (const one of provenance.slice(0, 2)) expect((await get(`Provenance/${one.id}`)).json).toEqual(one);

    const ids: string[] = [];
    let url: string | undefined = `Observation?${ofPatient()}&_count=5`;
    while (url) {
      const { bundle, found } = await search(url);
      expect(found.length).toBeLessThanOrEqual(5);
      ids.push(...found.map(({ id }) => id));
      url = bundle.link.find(({ relation }) => relation === 'next')?.url.split('/fhir/R4/')[1];
    }
    expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
  });

  it('can be sent as a form', async () => {
    const sent = await call(server, key, 'POST', '/fhir/R4/Patient/_search', 'name=lukasz&_format=json', {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect((sent.json as Bundle).entry.map(({ resource }) => resource.id)).toEqual([chart.patient]);
  });

  it('reject what they would otherwise ignore, and name it', async () => {
    const rejected = [
      'Patient?foo=1',
      'Patient?name:contains=a',
      'Patient?name=',
      'Patient?gender=femal',
      'Patient?birthdate=ne2000',
      'Patient?birthdate=2000-02-30',
      'Patient?birthdate=2000-1-1',
      'Patient?_count=0',
      'Patient?_sort=name',
      'Patient?_include=Patient:organization',
      'Patient?_summary=true',
      'Patient?cursor=abc',
      'Observation?code=2345-7',
      `Observation?${ofPatient()}&patient=other`,
      `Observation?patient.name=a`,
      `Observation?${ofPatient()}&date=2026-03-01T09:00:00+01:00`,
      'Observation?patient=Group/1',
      'Observation?patient=https://example.org/fhir/Patient/1',
      'Provenance?target=Group/1',
    ];
    for (const path of rejected) {
      const { status, json } = await get(path);
      expect([path, status, json.resourceType]).toEqual([path, 400, 'OperationOutcome']);
      const name = [...new URLSearchParams(path.split('?')[1]).keys()].at(-1);
      const [issue] = json.issue as { details: { text: string } }[];
      if (!path.includes('Observation?code') && !path.includes('cursor'))
        expect(issue!.details.text).toContain(name);
    }
  });
});

describe('requests', () => {
  it('get an OperationOutcome for everything but GET and JSON', async () => {
    const { status, headers, json } = await call(server, key, 'POST', '/fhir/R4/Patient', '{}', {
      'Content-Type': 'application/fhir+json',
    });
    expect([status, headers.get('allow'), json.resourceType]).toEqual([405, 'GET, HEAD', 'OperationOutcome']);
    for (const [path, accept] of [
      [`Patient/${chart.patient}?_format=xml`, '*/*'],
      ['Patient', 'application/fhir+xml'],
      ['metadata', 'application/fhir+xml'],
    ] as const) {
      const answer = await get(path, { Accept: accept });
      expect([answer.status, answer.json.resourceType]).toEqual([406, 'OperationOutcome']);
    }
    const anonymous = await call(server, null, 'GET', '/fhir/R4/Patient');
    expect([
      anonymous.status,
      anonymous.headers.get('www-authenticate'),
      anonymous.json.issue[0].code,
    ]).toEqual([401, 'Bearer', 'login']);
    for (const path of ['Condition', 'Patient/x/_history/1', 'Patient/$export', 'Binary', '', 'constructor'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('can be conditional, and need no credential for what describes the server', async () => {
    const { headers } = await get(`Patient/${chart.patient}`);
    expect(headers.get('etag')).toMatch(/^W\/"\d+"$/);
    expect(headers.get('last-modified')).toMatch(/ GMT$/);
    expect((await get(`Patient/${chart.patient}`, { 'If-None-Match': headers.get('etag')! })).status).toBe(
      304,
    );
    const head = await call(server, key, 'HEAD', `/fhir/R4/Patient/${chart.patient}`);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', headers.get('etag')]);
    const smart = await call(server, null, 'GET', '/fhir/R4/.well-known/smart-configuration');
    expect(smart.json).toMatchObject({
      token_endpoint: `${env.PUBLIC_URL}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      capabilities: expect.arrayContaining(['client-public']) as unknown,
    });
    expect((await call(server, null, 'GET', '/fhir/R4/metadata')).json.fhirVersion).toBe('4.0.1');
  });

  it('record every patient of a response', async () => {
    const { headers, json } = await get('DiagnosticReport');
    const shown = (json as Bundle).entry.map(
      ({ resource }) => (resource.subject as { reference: string }).reference.split('/')[1],
    );
    const [row] = await auditRows(headers.get('x-request-id')!);
    expect(row).toMatchObject({ action: 'list_lab_results', outcome: 'allowed' });
    expect([...row!.patient_ids].sort()).toEqual([...new Set(shown)].sort());
  });
});
