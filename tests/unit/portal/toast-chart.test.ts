import { describe, expect, it } from 'vitest';
import { isOfOtherChart } from '@/components/ui/toast';

const placed = { sentence: 'Order placed for ADA, Ida.', patientId: 'pat_1' };

describe('a message about one chart', () => {
  it.each([
    ['/patients/pat_1', false],
    ['/patients/pat_1/orders/ord_1', false],
    ['/patients', false],
    ['/orders', false],
    ['/patients/new', false],
    ['/patients/pat_2', true],
    ['/patients/pat_12/orders/new', true],
  ])('on %s is of another chart: %s', (path, ended) => {
    expect(isOfOtherChart(placed, path)).toBe(ended);
  });

  it('stays if it is a problem, or about no chart', () => {
    expect(isOfOtherChart({ ...placed, isProblem: true }, '/patients/pat_2')).toBe(false);
    expect(isOfOtherChart({ sentence: 'Theme: Dark.' }, '/patients/pat_2')).toBe(false);
  });
});
