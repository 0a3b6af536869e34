import { describe, expect, it } from 'vitest';
import { titleWithCount } from '../../../components/inbox/title-with-count';

describe('the title with the count of critical results', () => {
  it('has one count', () => {
    expect(titleWithCount('Orders', 5)).toBe('(5 critical) Orders');
    expect(titleWithCount('(5 critical) Orders', 4)).toBe('(4 critical) Orders');
    expect(titleWithCount('(4 critical) Orders', 0)).toBe('Orders');
  });

  it('is the same when it is set again while the page has no title', () => {
    expect(titleWithCount('', 5)).toBe('(5 critical)');
    expect(titleWithCount('(5 critical)', 5)).toBe('(5 critical)');
    expect(titleWithCount('(5 critical)', 0)).toBe('');
  });
});
