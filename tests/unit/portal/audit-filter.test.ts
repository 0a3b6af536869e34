import { describe, expect, it } from 'vitest';
import {
  auditFilter,
  auditInput,
  hidesReads,
  mrnOf,
  savedHref,
} from '../../../components/admin/audit/audit-filter';
import { dayProblems } from '../../../components/format/day-range';
import { formatIn } from '../../../components/format/format';

const read = (query: Record<string, string>) => auditFilter.read((name) => query[name]);
const WHO = 'usr_01k00000000000000000000000';

describe('audit filter', () => {
  it('accepts known values and ignores meaningless ones', () => {
    const all = { who: WHO, kind: 'write', outcome: 'refused', from: '05-Nov-2026', to: '2026-11-06' };
    expect(read(all)).toEqual({ ...all, from: '2026-11-05' });
    const none = { who: undefined, kind: undefined, outcome: undefined, from: undefined, to: undefined };
    expect(
      read({ who: 'x', kind: 'constructor', outcome: 'toString', from: '31-Feb-2026', to: '1/2/26' }),
    ).toEqual(none);
    const lab = WHO.replace('usr', 'lab');
    expect(read({ who: lab }).who).toBe(lab);
    expect(auditInput(read({}), formatIn('UTC'))).toEqual({});
  });

  it('hides reads unless they are asked for', () => {
    const hidden: Record<string, string>[] = [
      {},
      { who: WHO },
      { outcome: 'allowed' },
      { from: '2026-11-05' },
      { kind: 'x' },
      // Drafts are changes.
      { kind: 'write' },
    ];
    for (const query of hidden) expect(hidesReads(read(query)), JSON.stringify(query)).toBe(true);
    const shown: Record<string, string>[] = [
      { reads: 'shown' },
      { kind: 'read' },
      { kind: 'list' },
      { outcome: 'refused' },
    ];
    for (const query of shown) expect(hidesReads(read(query)), JSON.stringify(query)).toBe(false);
    expect(auditFilter.isActive(read({ reads: 'shown' })), 'shows more').toBe(false);
    expect(auditFilter.isActive(read({ topic: 'deletions' }))).toBe(true);
  });

  it('writes the address of a saved filter like the form, in any order', () => {
    const saved = { name: 'Mine', filter: { to: '2026-11-06', who: WHO, topic: 'deletions' as const } };
    expect(savedHref('/admin/audit', saved)).toBe(`/admin/audit?topic=deletions&who=${WHO}&to=2026-11-06`);
  });

  it('is about an ID or an MRN', () => {
    expect(mrnOf(read({ about: WHO }))).toBeNull();
    expect(mrnOf(read({ about: ' 00-123 ' }))).toBe('00-123');
    expect(mrnOf(read({ about: ' ' }))).toBeNull();
  });

  it('reports unreadable days and a reversed range at the field, with the typed text', () => {
    const problems = (given: Record<string, string>) => dayProblems((name) => given[name]);
    const error = 'Enter a valid date. Example: 05-Nov-2026';
    expect(problems({ from: '31-Feb-2026', to: '06-Nov-2026' })).toEqual({
      from: { typed: '31-Feb-2026', error },
    });
    expect(problems({ to: 'soon' })).toEqual({ to: { typed: 'soon', error } });
    expect(problems({ from: '2026-11-07', to: '06-Nov-2026' })).toEqual({
      from: { typed: '07-Nov-2026', error: 'From must not be after To.' },
    });
    expect(problems({ from: '06-Nov-2026', to: '2026-11-06' })).toBeNull();
    expect(problems({})).toBeNull();
  });

  it('covers whole days in the time zone of the organization, including the last', () => {
    const query = read({ from: '2026-03-29', to: '2026-03-29' });
    // Daylight saving time starts that night in Berlin: the day has 23 hours.
    expect(auditInput(query, formatIn('Europe/Berlin'))).toEqual({
      since: '2026-03-28T23:00:00.000Z',
      until: '2026-03-29T22:00:00.000Z',
    });
  });

  it.each([
    ['2026-11-05', 'UTC', '2026-11-05T00:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['2026-13-01', 'UTC', null],
    ['today', 'UTC', null],
  ])('%s starts in %s at %s', (day, zone, at) => expect(formatIn(zone).startOfDay(day)).toBe(at));
});
