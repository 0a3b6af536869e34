import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendMutated } from '../../audits/adt/mutated';
import { receiveAndProcess, replay } from '../../audits/adt/replay';
import { madeMessages } from '../../audits/adt/sequences';
import { testOrg } from '../../support/database';
import { hospital, updatesOf } from '../../support/intake';
import { seeded } from '../../support/random';

const FOLDER = 'tests/fixtures/hl7v2-feeds/adt';
const read = (file: string): Buffer => readFileSync(path.join(FOLDER, file));

/** As a hospital interface analyst would expect: code, and state with outcome or reason of each patient. */
const EXPECTED: Record<string, string> = {
  '001-ADT-A01.hl7': 'AR',
  '003-ADT-A01.hl7': 'AA applied created',
  '006-ADT-A06.hl7': 'AA conflict merge_sent',
  '009-ADT-A13.hl7': 'AA ignored no_demographic_effect',
  '010-ADT-A01.hl7': 'AA applied created',
  '028-ADT-A24.hl7': 'AA conflict merge_sent',
  '030-ADT-A40.hl7': 'AA conflict merge_sent',
  '034-ADT-A01.hl7': 'AA unmatched incomplete',
  '035-ADT-A01.hl7': 'AA conflict several_mrns',
  '036-ADT-A01.hl7': 'AA unmatched no_mrn',
  '037-ADT-A01.hl7': 'AA applied created',
  '039-ADT-A01.hl7': 'AA unmatched incomplete',
  '042-ADT-A08.hl7': 'AA applied created',
  '048-ADT-A04.hl7': 'AA applied created',
  '074-ADT-A31.hl7': 'AA unmatched no_mrn',
  '076-ADT-A28.hl7': 'AA applied created',
  // MSH-16 is NE: no acknowledgment.
  '077-ADT-A34.hl7': ' conflict merge_sent',
  '080-ADT-A01.hl7': 'AA applied created',
  '118-ADT-A29.hl7': 'AA ignored patient_unknown',
  '125-ADT-A41.hl7': 'AA ignored no_demographic_effect, conflict merge_sent',
  '128-ADT-A47.hl7': 'AA conflict merge_sent',
};

describe('samples of hospitals', () => {
  it.each(readdirSync(FOLDER).sort())('%s', async (file) => {
    const feed = await hospital(await testOrg(), { create_patients: file !== '118-ADT-A29.hl7' });
    const { code, id } = await receiveAndProcess(feed, read(file));
    const updates = await updatesOf(feed, id);
    const ends = updates.map(({ state, outcome, problem }) => `${state} ${outcome ?? problem}`).join(', ');
    expect(`${code} ${ends}`.trimEnd()).toBe(EXPECTED[file]);
  });
});

describe('replayed messages', () => {
  it.each([1, 2])(
    'give the same patients in any order, and twice (hospital %i)',
    async (seed) => {
      const random = seeded(seed);
      const { faults, patients } = await replay(madeMessages(random, { people: 3, each: 8 }), random);
      expect(faults).toEqual([]);
      expect(patients).toBeGreaterThan(1);
    },
    60_000,
  );
});

it('80 altered messages crash nothing and change only the patients they name', async () => {
  const random = seeded(7);
  const seeds = [...readdirSync(FOLDER).map(read), ...madeMessages(random, { people: 5, each: 3 })];
  const { faults, sent, states } = await sendMutated(seeds, 80, random);
  expect(faults).toEqual([]);
  expect(sent).toBe(80);
  expect(states.get('applied')).toBeGreaterThan(5);
}, 60_000);
