import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { filePatientHistory } from '../../../server/domain/lab-results/file-patient-history';
import { listPatientResultsInput } from '../../../server/domain/lab-results/contract';
import { listPatientResults } from '../../../server/domain/lab-results/list-patient-results';
import { listPatientsInput } from '../../../server/domain/patients/contract';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { importSynthea, type ImportCounts } from '../../../server/demo/synthea/import-synthea';
import { asSuperuser, keyContext, testOrg, type TestOrg } from '../../support/database';

const PATIENTS = [
  {
    pid: 'r4-1',
    family: 'Hal\u200bey',
    given: ['Chung'],
    prefix: ['Mr.'],
    other_names: [{ use: 'maiden', family: 'Koepp', given: ['Chung'] }],
    gender: 'male',
    birth_date: '1958-02-25',
    birth_sex: 'M',
    deceased: '2016-01-02T10:00:00+00:00',
    language: ['x', 'en-US'],
    telecom: [{ system: 'phone', use: 'home', value: '202-555-0143' }],
    address: [{ line: ['1 A St'], city: 'B', postalCode: '02138', country: 'USA' }],
    identifiers: [
      { type: null, system: 'urn:s', value: 'e7' },
      { type: 'MR', system: 'urn:h', value: 'e792af79-5fe0' },
      { type: 'SB', system: 'urn:ssn', value: '999-50-3202' },
      { type: 'PPN', system: 'urn:p', value: 'X5' },
      { type: 'DL', system: 'urn:d', value: 'S9' },
    ],
  },
  {
    pid: 'sm-1',
    family: 'Shaw',
    given: ['Amy', 'V'],
    gender: 'female',
    birth_date: '2010-09-12',
    identifiers: [{ type: 'MR', system: 'urn:h', value: 'smart-1' }],
  },
  { pid: 'bad-1', family: 'Unknown', given: [], gender: 'female', birth_date: '2010-09-12' },
];
const REPORTS = `pid,rep,enc,status,loinc,name,effective,members
r4-1,1,19,final,51990-0,Basic Metabolic Panel,2011-09-04T13:40:17+00:00,2339-0
`;
const OBSERVATIONS = `pid,obs,enc,rep,status,loinc,name,value_type,value,unit,value_code,ref_low,ref_high,effective
r4-1,1,19,1,final,2339-0,Glucose,quantity,79.93897837845054,mg/dL,,,,2011-09-04T13:40:17+00:00
r4-1,2,19,1,final,2339-0,Glucose,quantity,80.0,mg/dL,,,,2011-09-04T13:40:17+00:00
r4-1,3,20,,final,4548-4,"Hemoglobin A1c, total",quantity,6.0,%,,,,2012-01-01T00:00:00+00:00
sm-1,1,,,unknown,2075-0,Chloride SerPl-sCnc,quantity,120,mmol/L,,96,108,2012-04-18
sm-1,2,,,unknown,5802-4,Nitrite,text,Negative,,,,,2012-04-18
sm-1,3,,,unknown,1234-5,Zero range,quantity,3,U/L,,0,0,2012-04-18
`;

let folder: string;
let org: TestOrg;
const skipped: string[] = [];
const run = (limit?: number): Promise<ImportCounts> =>
  importSynthea(org.ctx, {
    folder,
    limit,
    onProgress: () => undefined,
    onSkipped: ({ pid, reason }) => skipped.push(`${pid} ${reason}`),
  });
const patientOf = async (pid: string) =>
  (await listPatients(org.ctx, listPatientsInput.parse({ external_id: pid }))).data[0]!;
const resultsOf = async (pid: string) => {
  const { data } = await listPatientResults(
    org.ctx,
    listPatientResultsInput.parse({ patient_id: (await patientOf(pid)).id }),
  );
  return Promise.all(data.map(({ id }) => getLabResult(org.ctx, { id })));
};

beforeAll(async () => {
  org = await testOrg();
  folder = await mkdtemp(path.join(os.tmpdir(), 'synthea-'));
  await writeFile(
    path.join(folder, 'patients.ndjson.gz'),
    gzipSync(PATIENTS.map((patient) => JSON.stringify(patient)).join('\n')),
  );
  await writeFile(path.join(folder, 'reports.csv.gz'), gzipSync(REPORTS));
  await writeFile(path.join(folder, 'lab_observations.csv.gz'), gzipSync(OBSERVATIONS));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('import synthea', () => {
  it('continues after an interrupted run, and a second run changes nothing', async () => {
    expect(await run(1)).toMatchObject({ patients: { created: 1, known: 0 }, results: { created: 2 } });
    expect(await run()).toEqual({
      patients: { created: 1, known: 1, skipped: 1 },
      results: { created: 1, updated: 0, unchanged: 2 },
      observations: { created: 3 },
    });
    const count = () =>
      asSuperuser(
        'SELECT (SELECT count(*) FROM lab_results WHERE org_id = $1) r, (SELECT count(*) FROM lab_observations WHERE org_id = $1) o, (SELECT count(*) FROM lab_result_versions WHERE org_id = $1) v',
        [org.orgId],
      );
    const before = await count();
    expect(await run()).toEqual({
      patients: { created: 0, known: 2, skipped: 1 },
      results: { created: 0, updated: 0, unchanged: 3 },
      observations: { created: 0 },
    });
    expect(await count()).toEqual(before);
    expect(new Set(skipped)).toEqual(new Set(['bad-1 not valid: name.given']));
  });

  it('imports the patient', async () => {
    expect(await patientOf('r4-1')).toMatchObject({
      mrn: 'e792af79-5fe0',
      name: { family: 'Hal\u200bey', given: ['Chung'], prefix: 'Mr.', use: 'official' },
      other_names: [{ family: 'Koepp', use: 'maiden' }],
      sex: 'male',
      sex_at_birth: 'male',
      language: 'en-US',
      deceased_at: '2016-01-02T10:00:00+00:00',
      addresses: [{ country: 'US', postal_code: '02138' }],
      identifiers: [
        { type: 'other' },
        { type: 'mrn', type_code: 'MR' },
        { type: 'national_id', type_code: 'SB' },
        { type: 'passport' },
        { type: 'other', type_code: 'DL' },
      ],
    });
  });

  it('keeps values verbatim and equal lines separate, and emits no result events', async () => {
    const [second, first] = await resultsOf('r4-1');
    expect(first).toMatchObject({
      filler_order_number: 'r4-1-1',
      status: 'final',
      collected_at: '2011-09-04T13:40:17.000Z',
      collected_at_precision: 'second',
      source: { kind: 'file' },
    });
    expect(first!.panels).toMatchObject([
      {
        name: 'Basic Metabolic Panel',
        loinc: '51990-0',
        observations: [
          { value_text: '79.93897837845054', value_number: 79.93897837845054 },
          { value_text: '80.0' },
        ],
      },
    ]);
    expect(second).toMatchObject({
      filler_order_number: 'r4-1-20-2012-01-01T00:00:00+00:00',
      panels: [{ name: 'Hemoglobin A1c, total' }],
    });
    expect(
      await asSuperuser("SELECT type FROM events WHERE org_id = $1 AND type LIKE 'lab_%'", [org.orgId]),
    ).toEqual([]);
  });

  it('files an unknown status as preliminary with a note, a day as a day, and a missing range as missing', async () => {
    const [result] = await resultsOf('sm-1');
    expect(result).toMatchObject({
      filler_order_number: 'sm-1--2012-04-18',
      status: 'preliminary',
      collected_at: '2012-04-18T00:00:00.000Z',
      collected_at_precision: 'day',
      notes: [{ source: 'import' }],
    });
    expect(result!.panels[0]!.observations).toMatchObject([
      {
        status: 'preliminary',
        interpretation: 'H',
        interpretation_source: 'computed',
        reference_range: { low: 96, high: 108, text: '96 - 108' },
      },
      { value_type: 'text', value_text: 'Negative', unit: null, severity: 'unknown' },
      {
        reference_range: { low: null, high: null, text: '0 - 0' },
        interpretation: null,
        severity: 'unknown',
      },
    ]);
  });

  it('rejects API keys', async () => {
    await expect(
      filePatientHistory(keyContext(org.orgId), { patient_id: (await patientOf('sm-1')).id, reports: [] }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('reports in one sentence what the folder lacks', async () => {
    await expect(
      importSynthea(org.ctx, {
        folder: path.join(folder, 'nope'),
        onProgress: () => undefined,
        onSkipped: () => undefined,
      }),
    ).rejects.toThrow('The folder of --dir has no patients.ndjson.gz.');
  });
});
