import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../audits/hl7v2/mutate';
import { receiveAndProcess } from '../../audits/adt/replay';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { asSuperuser, testOrg } from '../../support/database';
import { hospital, inboundDocumentsOf } from '../../support/intake';
import { seeded } from '../../support/random';

const FOLDER = 'tests/fixtures/hl7v2-feeds/documents';
const FILES = readdirSync(FOLDER).sort();
const read = (file: string): Buffer => readFileSync(path.join(FOLDER, file));

const PEOPLE = [
  ['000322330', 'JOHN', 'DOE', '1994-12-01', 'male'],
  ['MRN-MDM-001', 'Smith', 'Mary', '1965-03-01', 'female'],
  ['117513', 'Patrick', 'Michelle', '1981-05-18', 'female'],
  ['987654321', 'PROSOLV', 'SAMPLE', '1972-12-01', 'male'],
] as const;

async function feedWithPatients() {
  const org = await testOrg();
  for (const [mrn, family, given, birth_date, sex] of PEOPLE)
    await createPatient(org.ctx, {
      mrn,
      name: { family, given: [given], prefix: null, suffix: null, use: null },
      birth_date,
      sex,
    });
  return hospital(org);
}

/** As a hospital interface analyst would expect: code, and state with outcome or reason of each document. */
const EXPECTED: Record<string, string> = {
  '001-MDM-T02.hl7': 'AA filed created',
  '002-MDM-T02.hl7': 'AA unmatched no_match',
  '003-MDM-T02.hl7': 'AA filed created',
  // The number of 001, for another patient.
  '004-MDM-T02.hl7': 'AA conflict patient_differs',
  '005-MDM-T02.hl7': 'AA filed created',
  '006-MDM-T01.hl7': 'AA ignored not_in_message',
  '007-MDM-T01.hl7': 'AA ignored not_in_message',
  // The PDF has no content.
  '008-MDM-T02.hl7': 'AA unreadable content_unreadable',
  '009-MDM-T02.hl7': 'AA filed created',
  // MSH-11 is T.
  '010-MDM-T02.hl7': 'CR',
  '011-MDM-T05.hl7': 'AA ignored document_unknown',
  '012-MDM-T05.hl7': 'AA ignored document_unknown',
  '013-MDM-T06.hl7': 'AA unreadable content_unreadable',
  '014-MDM-T06.hl7': 'AA filed addendum',
  '015-MDM-T09.hl7': 'AA ignored document_unknown',
  '016-MDM-T09.hl7': 'AA ignored document_unknown',
  '017-MDM-T10.hl7': 'AA unreadable content_unreadable',
  '018-MDM-T10.hl7': 'AA filed unchanged',
};

describe('samples of document messages', () => {
  it('end as an analyst expects', async () => {
    const feed = await feedWithPatients();
    const found: Record<string, string> = {};
    for (const file of FILES) {
      const { code, id } = await receiveAndProcess(feed, read(file));
      const rows = await inboundDocumentsOf(feed, id);
      const ends = rows.map(({ state, outcome, problem }) => `${state} ${outcome ?? problem}`).join(', ');
      found[file] = `${code} ${ends}`.trimEnd();
    }
    expect(found).toEqual(EXPECTED);
  }, 60_000);
});

it('150 altered messages crash nothing and each has a state', async () => {
  const random = seeded(11);
  const feed = await feedWithPatients();
  for (const file of FILES) await receiveAndProcess(feed, read(file));
  const states = new Map<string, number>();
  for (let sent = 0; sent < 150; sent++) {
    const bytes = mutate(read(random.pick(FILES)), random);
    const { id } = await receiveAndProcess(feed, bytes);
    const [message] = await asSuperuser<{ state: string; taken: boolean; type: string | null }>(
      'select state, taken, message_type as type from inbound_messages where org_id = $1 and id = $2',
      [feed.org.orgId, id],
    );
    expect(message!.state).not.toBe('received');
    const rows = await inboundDocumentsOf(feed, id);
    if (message!.taken && message!.state !== 'duplicate' && message!.type?.startsWith('MDM'))
      expect(rows.length).toBeGreaterThan(0);
    for (const { state } of rows) states.set(state, (states.get(state) ?? 0) + 1);
  }
  const charts = await asSuperuser<{ mrn: string }>(
    `select distinct p.mrn from documents d join patients p on p.org_id = d.org_id and p.id = d.patient_id
     where d.org_id = $1`,
    [feed.org.orgId],
  );
  for (const { mrn } of charts) expect(PEOPLE.map(([own]) => own as string)).toContain(mrn);
  expect(states.get('filed')).toBeGreaterThan(5);
}, 120_000);
