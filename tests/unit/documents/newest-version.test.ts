import { expect, it } from 'vitest';
import { newestVersion } from '../../../components/documents/newest-version';

const version = (id: string, replaces: string | null, replaced_by: string | null) => ({
  id,
  replaces,
  replaced_by,
  withdrawn_at: null,
  addendum_to: null,
  source: { number: 'D1', sent_at: `2026-01-0${id}T00:00:00.000Z` },
});
const [first, second, third] = [version('1', null, '2'), version('2', '1', '3'), version('3', '2', null)];

it('finds the last version, also past one that was entered in error', () => {
  expect(newestVersion(first, [first, second, third])).toBe(third);
  expect(newestVersion(first, [first, third])).toBe(third);
  expect(newestVersion(first, [first, version('3', null, null)])).toMatchObject({ id: '3' });
  expect(newestVersion(third, [first, second, third])).toBeNull();
});

it('reports that no newer version is left', () => {
  expect(newestVersion(first, [first])).toBe('entered_in_error');
  expect(newestVersion(first, [first, second])).toBe('entered_in_error');
  expect(newestVersion(second, [first, second])).toBe('entered_in_error');
});

it('ends if versions replace each other', () => {
  const [one, other] = [version('1', '2', '2'), version('2', '1', '1')];
  expect(newestVersion(one, [one, other])).toBe(other);
});
