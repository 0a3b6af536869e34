import { describe, expect, it } from 'vitest';
import { likelyOrder } from '../../../components/unmatched/likely-order';

describe('the order that is preselected for a report', () => {
  const open = { id: 'open', status: 'sent', unreported: 1 } as const;
  const closed = { id: 'closed', status: 'completed', unreported: 1 } as const;
  const other = { id: 'other', status: 'sent', unreported: 0 } as const;

  it('is the only open one with an unreported test of the report', () => {
    expect(likelyOrder([closed, other, open])).toBe('open');
  });

  it('is blank if several or no orders have one', () => {
    expect(likelyOrder([open, { ...open, id: 'second' }])).toBe('');
    expect(likelyOrder([closed, other])).toBe('');
    expect(likelyOrder([])).toBe('');
  });
});
