import { describe, expect, it } from 'vitest';
import { resultEventTypes } from '../../../server/domain/lab-results/events';
import { matchingPanel, orderStatusAfter } from '../../../server/domain/lab-results/order-progress';
import { itemStatusAfter } from '../../../server/domain/lab-results/rules';

describe('matchingPanel', () => {
  const panels = [
    { code: 'GLU', loinc: '2345-7' },
    { code: 'X1', loinc: '24323-8' },
  ];
  it('prefers the laboratory code over LOINC', () => {
    expect(matchingPanel({ code: 'GLU', loinc: '24323-8' }, panels)?.code).toBe('GLU');
    expect(matchingPanel({ code: 'CMP', loinc: '24323-8' }, panels)?.code).toBe('X1');
    expect(matchingPanel({ code: 'CMP', loinc: null }, [{ code: 'Y', loinc: null }])).toBeUndefined();
  });
});

describe('itemStatusAfter', () => {
  it.each([
    ['ordered', 'preliminary', 'in_progress'],
    ['ordered', 'partial', 'in_progress'],
    ['ordered', 'final', 'resulted'],
    ['in_progress', 'corrected', 'resulted'],
    ['ordered', 'cancelled', 'not_performed'],
    ['resulted', 'cancelled', 'resulted'],
    ['resulted', 'preliminary', 'resulted'],
    ['cancelled', 'final', 'resulted'],
  ] as const)('%s + %s panel → %s', (before, panel, after) =>
    expect(itemStatusAfter(before, { status: panel })).toBe(after),
  );
});

describe('orderStatusAfter', () => {
  it.each([
    ['requested', ['ordered'], 'requested'],
    ['requested', ['in_progress', 'ordered'], 'in_progress'],
    ['collected', ['resulted', 'ordered'], 'partially_resulted'],
    ['partially_resulted', ['resulted', 'resulted'], 'completed'],
    ['requested', ['resulted', 'not_performed'], 'completed'],
    ['requested', ['not_performed'], 'completed'],
    ['completed', ['resulted', 'in_progress'], 'completed'],
    ['partially_resulted', ['in_progress', 'ordered'], 'partially_resulted'],
    ['cancelled', ['in_progress'], 'cancelled'],
    ['cancelled', ['not_performed'], 'cancelled'],
    ['cancelled', ['resulted', 'ordered'], 'partially_resulted'],
    ['rejected', ['resulted'], 'completed'],
    ['failed', ['in_progress'], 'in_progress'],
  ] as const)('%s with items %j → %s', (before, items, after) =>
    expect(orderStatusAfter(before, items)).toBe(after),
  );
});

describe('resultEventTypes', () => {
  const state = (
    status: 'preliminary' | 'partial' | 'final' | 'corrected' | 'cancelled',
    ...critical: string[]
  ) => ({ status, critical: new Set(critical) });
  it.each([
    [null, state('preliminary'), ['lab_result.created']],
    [null, state('final'), ['lab_result.created', 'lab_result.finalized']],
    [null, state('final', 'a'), ['lab_result.created', 'lab_result.finalized', 'lab_result.critical']],
    [null, state('cancelled'), ['lab_result.created', 'lab_result.cancelled']],
    [state('preliminary'), state('partial'), ['lab_result.updated']],
    [state('preliminary'), state('final'), ['lab_result.finalized']],
    [state('preliminary', 'a'), state('final', 'a'), ['lab_result.finalized']],
    [state('final', 'a'), state('corrected', 'a', 'b'), ['lab_result.corrected', 'lab_result.critical']],
    [state('final', 'a'), state('corrected'), ['lab_result.corrected']],
    [state('final'), state('final'), ['lab_result.updated']],
    [state('final'), state('cancelled'), ['lab_result.cancelled']],
  ])('%j → %j raises %j', (before, after, types) => expect(resultEventTypes(before, after)).toEqual(types));
});
