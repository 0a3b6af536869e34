import { describe, expect, it } from 'vitest';
import { reassignedByOther, reviewedByOther } from '@/components/results/signed-by';
import type { ReviewState } from '@/server/domain/reviews/contract';

/** An open report that a colleague signs or assigns says so; one that the user signs or assigns does not. */

const entry = (act: ReviewState['entries'][number]['act'], by = 'usr_b', version = 2) => ({
  act,
  by,
  by_name: 'B. Person',
  at: '2026-11-05T08:18:00.000Z',
  version,
  to_name: null,
  note: null,
});
const state = (part: Partial<ReviewState>) =>
  ({ version: 2, group: null, only_seen: false, seen: false, entries: [], ...part }) as ReviewState;

describe('a report signed while it is open', () => {
  it('has the name and the time of the colleague', () => {
    const signed = state({ entries: [entry('signed', 'usr_a', 1), entry('signed'), entry('commented')] });
    expect(reviewedByOther(signed, 'usr_a')).toEqual({
      act: 'signed',
      name: 'B. Person',
      at: '2026-11-05T08:18:00.000Z',
    });
  });

  it('has none if it is unsigned, signed by the user, or only an earlier version is signed', () => {
    const entries = [entry('signed')];
    expect(reviewedByOther(state({ group: 'critical', entries }), 'usr_a')).toBeNull();
    expect(reviewedByOther(state({ entries }), 'usr_b')).toBeNull();
    expect(reviewedByOther(state({ entries: [entry('signed', 'usr_b', 1)] }), 'usr_a')).toBeNull();
  });

  it('says that a preliminary version was marked as seen', () => {
    const seen = state({
      group: 'preliminary' as ReviewState['group'],
      only_seen: true,
      seen: true,
      entries: [entry('seen')],
    });
    expect(reviewedByOther(seen, 'usr_a')).toMatchObject({ act: 'seen' });
  });
});

describe('a report assigned while it is open', () => {
  const b = { id: 'usr_b', name: 'B. Person' };
  const open = { group: 'critical' as const };

  it('has the new assignee and the colleague', () => {
    const taken = state({ ...open, reviewer: b, entries: [entry('assigned'), entry('commented', 'usr_c')] });
    expect(reassignedByOther(taken, 'usr_a', null)).toEqual({
      act: 'assigned',
      to: b,
      bySelf: true,
      name: 'B. Person',
      at: '2026-11-05T08:18:00.000Z',
    });
    const returned = state({ ...open, reviewer: null, entries: [entry('assigned', 'usr_c')] });
    expect(reassignedByOther(returned, 'usr_a', 'usr_a')).toMatchObject({ to: null, bySelf: false });
    const forwarded = state({ ...open, reviewer: b, entries: [entry('forwarded', 'usr_c')] });
    expect(reassignedByOther(forwarded, 'usr_a', 'usr_a')).toMatchObject({ to: b, bySelf: false });
  });

  it('has none if the page shows the assignee, the user assigned it, or it is signed', () => {
    const taken = state({ ...open, reviewer: b, entries: [entry('assigned', 'usr_a')] });
    expect(reassignedByOther(taken, 'usr_a', null)).toBeNull();
    expect(reassignedByOther(taken, 'usr_b', 'usr_b')).toBeNull();
    expect(reassignedByOther(state({ reviewer: b, entries: [entry('assigned')] }), 'usr_a', null)).toBeNull();
  });
});
