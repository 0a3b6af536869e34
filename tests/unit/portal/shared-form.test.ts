import { describe, expect, it } from 'vitest';
import { changedFrom, changesFrom, followed, refilled } from '../../../components/client/shared-form';
import { storedWords } from '../../../components/client/stored-words';

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

  it('does not name a value that its user typed as well', () => {
    const now = { ...STORED, audit: 7, zone: 'Europe/Berlin' };
    expect(refilled(filled, now, { ...STORED, audit: 7 }).others).toEqual(['zone']);
  });

  it('compares lists without their order, and other objects by value', () => {
    const base = { scopes: ['a', 'b'], hours: { days: [1], from: '08:00' }, none: null as string[] | null };
    const typed = { scopes: ['b', 'a'], hours: { days: [1], from: '08:00' }, none: [] };
    expect(changedFrom(base, typed)).toEqual({ none: [] });
    expect(changedFrom(base, { ...base, scopes: ['a'] })).toEqual({ scopes: ['a'] });
  });

  it('follows a newer version of its page, and leaves the fields alone if they did not change', () => {
    const versioned = {
      base: { ...STORED, version: 1 },
      values: { ...STORED, version: 1 },
      round: 0,
      others: [],
    };
    const paused = { ...STORED, version: 2 };
    const typed = { ...STORED, audit: 7 };
    expect(followed(versioned, paused, typed)).toEqual({ ...versioned, base: paused });
    const changed = { ...STORED, critical: 20, version: 2 };
    expect(followed(versioned, changed, typed)).toMatchObject({
      base: changed,
      values: { critical: 20, audit: 7 },
      round: 1,
      others: expect.arrayContaining(['critical']),
    });
    // Nothing to check if nothing was typed.
    expect(followed(versioned, changed, STORED)).toMatchObject({ values: changed, others: [] });
  });

  it('names what another user stored', () => {
    const words = storedWords(
      [
        ['/name', 'name', 'Name'],
        ['/merge', 'merge', 'Merges'],
        ['/hours/from', 'from', 'From'],
      ],
      { merge: (value: string) => (value === 'ask' ? 'Hold for review' : 'Automatic') },
    );
    expect(words('name', 'B')).toBe('Name, now “B”');
    expect(words('name', null)).toBe('Name, now blank');
    expect(words('name', ['a', 'b'])).toBe('Name, now a, b');
    expect(words('name', true)).toBe('Name, now on');
    // Too long for a sentence.
    expect(words('name', 'a\nb')).toBe('Name');
    expect(words('merge', 'ask')).toBe('Merges, now Hold for review');
    expect(words('version', 3)).toBeNull();
  });

  it('keeps no value that is not a number', () => {
    expect(refilled(filled, STORED, { ...STORED, audit: Number.NaN }).values).toEqual(STORED);
  });
});
