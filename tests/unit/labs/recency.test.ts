import { describe, expect, it } from 'vitest';
import {
  CLOCKS_DIFFER_MS,
  orderOf,
  recencyOf,
  type Order,
  type Recency,
  type RecencySignals,
} from '../../../server/domain/lab-results/recency';

/** The table of docs/decisions/0030. */

const LITTLE = CLOCKS_DIFFER_MS;
const MUCH = CLOCKS_DIFFER_MS + 1;
const ANY: Order[] = ['later', 'earlier', 'unknown'];

type Row = [Order, Order[], number[], Order[], Partial<RecencySignals>[], Recency];
const NO_LETTERS = { corrects: false, corrected: false };
const CORRECTION = { corrects: true, corrected: false };
const OVER_CORRECTION = { corrects: false, corrected: true };
const SECOND_CORRECTION = { corrects: true, corrected: true };
const LETTERS = [NO_LETTERS, CORRECTION, OVER_CORRECTION, SECOND_CORRECTION];

const TABLE: Row[] = [
  ['later', ['later', 'unknown'], [LITTLE, MUCH], ANY, LETTERS, 'newer'],
  ['later', ['earlier'], [LITTLE, MUCH], ['later'], LETTERS, 'newer'],
  ['later', ['earlier'], [LITTLE], ['unknown'], [NO_LETTERS, CORRECTION, SECOND_CORRECTION], 'newer'],
  ['later', ['earlier'], [LITTLE], ['unknown'], [OVER_CORRECTION], 'unclear'],
  ['later', ['earlier'], [MUCH], ['unknown'], LETTERS, 'unclear'],
  ['later', ['earlier'], [LITTLE, MUCH], ['earlier'], LETTERS, 'unclear'],
  ['unknown', ['later'], [LITTLE, MUCH], ANY, LETTERS, 'newer'],
  ['unknown', ['earlier'], [LITTLE, MUCH], ['later'], LETTERS, 'unclear'],
  [
    'unknown',
    ['earlier'],
    [LITTLE, MUCH],
    ['earlier', 'unknown'],
    [CORRECTION, SECOND_CORRECTION],
    'unclear',
  ],
  ['unknown', ['earlier'], [LITTLE, MUCH], ['earlier', 'unknown'], [NO_LETTERS, OVER_CORRECTION], 'older'],
  ['earlier', ['earlier', 'unknown'], [LITTLE, MUCH], ['earlier', 'unknown'], LETTERS, 'older'],
  ['earlier', ['earlier', 'unknown'], [LITTLE, MUCH], ['later'], LETTERS, 'unclear'],
  ['earlier', ['later'], [LITTLE, MUCH], ['earlier'], LETTERS, 'older'],
  ['earlier', ['later'], [LITTLE], ['unknown'], LETTERS, 'older'],
  ['earlier', ['later'], [MUCH], ['unknown'], LETTERS, 'unclear'],
  ['earlier', ['later'], [LITTLE, MUCH], ['later'], LETTERS, 'unclear'],
];

const rows = TABLE.flatMap(([sent, reporteds, gaps, observeds, letters, recency]) =>
  reporteds.flatMap((reported) =>
    gaps.flatMap((reportedGapMs) =>
      observeds.flatMap((observed) =>
        letters.flatMap((letter) =>
          [false, true].map((arrivedEarlier) => ({
            signals: { sent, reported, reportedGapMs, observed, ...NO_LETTERS, ...letter, arrivedEarlier },
            recency,
          })),
        ),
      ),
    ),
  ),
);

describe('recencyOf', () => {
  it('follows the table in any order of arrival', () => {
    expect(rows.filter(({ signals, recency }) => recencyOf(signals) !== recency)).toEqual([]);
    expect(new Set(rows.map(({ signals }) => JSON.stringify(signals))).size).toBe(rows.length);
    // All combinations except rows in which both MSH-7 and OBR-22 are empty.
    expect(rows).toHaveLength((3 * 3 - 1) * 2 * 3 * 4 * 2);
  });

  it.each(ANY)('uses the order of arrival without MSH-7 and OBR-22, with OBX-14 %s', (observed) => {
    const signals = { sent: 'unknown', reported: 'unknown', reportedGapMs: null, observed } as const;
    expect(recencyOf({ ...signals, ...SECOND_CORRECTION, arrivedEarlier: false })).toBe('newer');
    expect(recencyOf({ ...signals, ...SECOND_CORRECTION, arrivedEarlier: true })).toBe('older');
  });
});

describe('orderOf', () => {
  it.each<[string, string | null, string | null, string | null, Order]>([
    ['earlier', '2026-01-05T10:00:00Z', null, '2026-01-05T10:00:01Z', 'earlier'],
    ['later', '2026-01-05T10:00:02Z', null, '2026-01-05T10:00:01Z', 'later'],
    ['the same', '2026-01-05T10:00:01Z', null, '2026-01-05T10:00:01Z', 'unknown'],
    [
      'a day that contains it',
      '2026-01-05T00:00:00Z',
      '2026-01-05T23:59:59Z',
      '2026-01-05T10:00:00Z',
      'unknown',
    ],
    ['a day before it', '2026-01-04T00:00:00Z', '2026-01-04T23:59:59Z', '2026-01-05T10:00:00Z', 'earlier'],
    ['not sent', null, null, '2026-01-05T10:00:00Z', 'unknown'],
    ['not known', '2026-01-05T10:00:00Z', null, null, 'unknown'],
  ])('%s', (_words, at, until, known, order) => {
    expect(orderOf({ at, until }, known)).toBe(order);
  });
});
