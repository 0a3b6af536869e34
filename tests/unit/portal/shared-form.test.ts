import { describe, expect, it } from 'vitest';
import { changesFrom, refilled } from '../../../components/client/shared-form';

/** Two users change the same settings. */

const STORED = { critical: 30, audit: 10, zone: 'UTC' };
const filled = { base: STORED, values: STORED, round: 0, others: [] };

describe('a form that others may change meanwhile', () => {
  it('sends only what its user changed, with the values from before', () => {
    expect(changesFrom(STORED, { ...STORED, audit: 7 })).toEqual({ audit: 7, was: { audit: 10 } });
    expect(changesFrom(STORED, STORED)).toEqual({ was: {} });
  });

  it('reloads the values of others and keeps what was typed', () => {
    const now = { ...STORED, critical: 20, audit: 8 };
    const reloaded = refilled(filled, now, { ...STORED, audit: 7 });
    expect(reloaded).toEqual({
      base: now,
      values: { critical: 20, audit: 7, zone: 'UTC' },
      round: 1,
      others: ['critical', 'audit'],
    });
    expect(changesFrom(reloaded.base, reloaded.values)).toEqual({ audit: 7, was: { audit: 8 } });
  });

  it('keeps no value that is not a number', () => {
    expect(refilled(filled, STORED, { ...STORED, audit: Number.NaN }).values).toEqual(STORED);
  });
});
