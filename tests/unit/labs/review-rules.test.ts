import { describe, expect, it } from 'vitest';
import type { ResultStatus, Severity } from '../../../server/data-types/lab-result-codes';
import {
  INBOX_GROUPS,
  inboxGroup,
  needsNote,
  rankOf,
  coveredUsers,
  whyNotPlain,
  type PlainLine,
  type PlainReport,
  type ReviewableReport,
} from '../../../server/domain/reviews/rules';

const report = (extra: Partial<PlainReport> = {}): PlainReport => ({
  status: 'final',
  severity: 'normal',
  version: 1,
  reviews: [],
  seen: null,
  pendingTests: [],
  corrections: [],
  notes: [],
  panels: [{ notes: [] }],
  specimens: [],
  ...extra,
});
const line = (extra: Partial<PlainLine> = {}): PlainLine => ({
  severity: 'normal',
  status: 'final',
  interpretationSource: 'lab',
  notes: [],
  ...extra,
});

const STATUSES: ResultStatus[] = [
  'preliminary',
  'partial',
  'final',
  'corrected',
  'cancelled',
  'entered_in_error',
];
const SEVERITIES: Severity[] = ['normal', 'abnormal', 'critical', 'unknown'];

describe('report group', () => {
  it.each<[string, Partial<ReviewableReport>, string | null]>([
    ['critical', { severity: 'critical' }, 'critical'],
    ['critical before it is complete', { severity: 'critical', status: 'preliminary' }, 'critical'],
    [
      'critical and changed since signed',
      { severity: 'critical', version: 2, reviews: [{ version: 1 }] },
      'critical',
    ],
    ['changed since signed', { version: 2, reviews: [{ version: 1 }] }, 'corrected'],
    [
      'withdrawn after it was signed',
      { status: 'entered_in_error', version: 2, reviews: [{ version: 1 }] },
      'corrected',
    ],
    ['abnormal', { severity: 'abnormal' }, 'abnormal'],
    ['abnormal, not complete', { severity: 'abnormal', status: 'partial' }, 'abnormal'],
    ['not classified', { severity: 'unknown' }, 'unclassified'],
    ['could not be done', { severity: 'unknown', status: 'cancelled' }, 'unclassified'],
    ['withdrawn, with a critical line', { severity: 'critical', status: 'entered_in_error' }, 'withdrawn'],
    ['normal', {}, 'normal'],
    ['normal so far', { status: 'partial' }, 'partial'],
    ['preliminary', { status: 'preliminary' }, 'partial'],
    [
      'preliminary and critical, seen',
      { severity: 'critical', status: 'preliminary', seen: { version: 1 } },
      'partial',
    ],
    [
      'preliminary and critical, an earlier version seen',
      { severity: 'critical', status: 'preliminary', version: 2, seen: { version: 1 } },
      'critical',
    ],
    ['final and critical, seen', { severity: 'critical', seen: { version: 1 } }, 'critical'],
    ['signed', { reviews: [{ version: 1 }] }, null],
    ['critical, signed', { severity: 'critical', reviews: [{ version: 1 }] }, null],
  ])('%s', (_name, extra, group) => {
    expect(inboxGroup(report(extra))).toBe(group);
  });

  it('is in the list for any report until its newest version is signed', () => {
    for (const status of STATUSES)
      for (const severity of SEVERITIES)
        for (const reviews of [[], [{ version: 1 }], [{ version: 2 }]])
          for (const seen of [null, { version: 1 }, { version: 2 }]) {
            const group = inboxGroup({ status, severity, version: 2, reviews, seen });
            if (reviews[0]?.version === 2) expect(group).toBeNull();
            else expect(INBOX_GROUPS).toContain(group);
          }
    expect(INBOX_GROUPS.map(rankOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('requires a note for every current critical value', () => {
    expect(STATUSES.filter((status) => needsNote({ status, severity: 'critical' }))).toEqual(
      STATUSES.filter((status) => status !== 'entered_in_error'),
    );
    expect(needsNote({ status: 'final', severity: 'abnormal' })).toBe(false);
  });
});

describe('bulk signing', () => {
  it('accepts reports that the laboratory calls normal, or inside the printed range', () => {
    expect(whyNotPlain(report(), [line(), line({ interpretationSource: null })])).toBeNull();
  });

  it.each<[string, PlainReport, PlainLine[], string]>([
    ['signed', report({ reviews: [{ version: 1 }] }), [line()], 'signed_already'],
    ['changed since signed', report({ version: 2, reviews: [{ version: 1 }] }), [line()], 'corrected'],
    ['corrected before a signature', report({ corrections: [{}] }), [line()], 'corrected'],
    ['corrected in its first version', report({ status: 'corrected' }), [line()], 'corrected'],
    ['preliminary', report({ status: 'preliminary' }), [line()], 'not_final'],
    ['partial', report({ status: 'partial' }), [line()], 'not_final'],
    ['waiting for a test', report({ pendingTests: ['TSH'] }), [line()], 'not_final'],
    ['a line that is not final', report(), [line(), line({ status: 'preliminary' })], 'not_final'],
    ['abnormal', report({ severity: 'abnormal' }), [line({ severity: 'abnormal' })], 'not_normal'],
    ['critical', report({ severity: 'critical' }), [line({ severity: 'critical' })], 'not_normal'],
    ['a line of unknown meaning', report(), [line(), line({ severity: 'unknown' })], 'not_normal'],
    ['a flag of ours', report(), [line({ interpretationSource: 'computed' })], 'not_normal'],
    ['a line that was withdrawn', report(), [line(), line({ status: 'deleted' })], 'not_normal'],
    ['without a line', report(), [], 'not_normal'],
    ['a note on a line', report(), [line({ notes: [{}] })], 'has_note'],
    ['a note on the report', report({ notes: [{}] }), [line()], 'has_note'],
    ['a note on a panel', report({ panels: [{ notes: [{}] }] }), [line()], 'has_note'],
    [
      'a specimen in bad condition',
      report({ specimens: [{ condition: 'Haemolysed', rejected_reason: null }] }),
      [line()],
      'has_note',
    ],
  ])('rejects: %s', (_name, given, lines, reason) => {
    expect(whyNotPlain(given, lines)).toBe(reason);
  });
});

describe('substitutes', () => {
  const away = (userId: string, delegateId: string) => ({ userId, delegateId });

  it('include those of absent substitutes, and each only once in a circle', () => {
    expect(coveredUsers('c', [away('a', 'b'), away('b', 'c')]).sort()).toEqual(['a', 'b']);
    expect(coveredUsers('a', [away('a', 'b'), away('b', 'a')])).toEqual(['b']);
    expect(coveredUsers('b', [away('a', 'c')])).toEqual([]);
  });
});
