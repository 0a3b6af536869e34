import { describe, expect, it } from 'vitest';
import { documentSamples, feedWithPatients, sendMutatedDocuments } from '../../audits/adt/mutated-documents';
import { receiveAndProcess } from '../../audits/adt/replay';
import { inboundDocumentsOf } from '../../support/intake';
import { seeded } from '../../support/random';

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
    for (const { file, bytes } of documentSamples()) {
      const { code, id } = await receiveAndProcess(feed, bytes);
      const rows = await inboundDocumentsOf(feed, id);
      const ends = rows.map(({ state, outcome, problem }) => `${state} ${outcome ?? problem}`).join(', ');
      found[file] = `${code} ${ends}`.trimEnd();
    }
    expect(found).toEqual(EXPECTED);
  }, 60_000);
});

it('150 altered messages crash nothing, and each has a state', async () => {
  const { faults, states } = await sendMutatedDocuments(150, seeded(11));
  expect(faults).toEqual([]);
  expect(states.get('filed')).toBeGreaterThan(5);
}, 120_000);
