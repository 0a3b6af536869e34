import { describe, expect, it } from 'vitest';
import { resultFilter } from '../../../components/results/result-filter';

/** A filter is declared once: URL, summary of hidden rows and form agree. */

const read = (query: Record<string, string>) => resultFilter.read((name) => query[name]);

describe('result filter', () => {
  it('describes what it hides', () => {
    const query = read({ severity: 'abnormal', test: 'glucose', status: 'final', from: '05-Nov-2026' });
    expect(query).toMatchObject({ severity: 'abnormal', status: 'final', from: '2026-11-05', to: undefined });
    expect(resultFilter.words(query)).toBe('Abnormal only, test glucose, status Final, from 05-Nov-2026');
    expect(resultFilter.isActive(query)).toBe(true);
  });

  it('hides nothing by an order', () => {
    const query = read({ order: 'newest' });
    expect(query.order).toBe('newest');
    expect(resultFilter.words(query)).toBe('');
    expect(resultFilter.isActive(query)).toBe(false);
  });

  it('ignores invalid values and cuts long ones', () => {
    expect(
      read({ order: 'toString', severity: 'critical', status: 'constructor', to: '31-Feb-2026' }),
    ).toEqual({});
    expect(read({ test: 'x'.repeat(101) }).test).toHaveLength(100);
  });
});
