import { describe, expect, it } from 'vitest';
import { titleWithCount } from '../../../components/inbox/title-with-count';

describe('the title with the count of critical results', () => {
  it('has one count, also after the page had no title for a moment', () => {
    expect(titleWithCount('Orders', 5)).toBe('(5 critical) Orders');
    expect(titleWithCount('(5 critical) Orders', 4)).toBe('(4 critical) Orders');
    expect(titleWithCount('(4 critical) Orders', 0)).toBe('Orders');
    // As the browser returns it.
    expect(titleWithCount(titleWithCount('', 5).trim(), 5).trim()).toBe('(5 critical)');
  });
});
