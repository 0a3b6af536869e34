import { describe, expect, it } from 'vitest';
import { newIn } from '@/components/patients/chart-keys';

/** What a list shows in addition is new, and what only follows a row that has left it is not. */

describe('rows that a page does not show', () => {
  it('are new by ID, in any state', () => {
    expect(newIn(['ord_3 1', 'ord_2 2', 'ord_1 1'], ['ord_2 1'])).toEqual(['ord_3 1', 'ord_1 1']);
    expect(newIn(['ord_2 2'], ['ord_2 1'])).toEqual([]);
  });

  it('are not new in part of a list if they are older', () => {
    expect(newIn(['ord_3 1', 'ord_1 1'], ['ord_2 1'], true)).toEqual(['ord_3 1']);
    expect(newIn(['ord_1 1'], [], true)).toEqual(['ord_1 1']);
  });
});
