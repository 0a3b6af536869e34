import { expect, it } from 'vitest';
import { lastSignIn } from '../../../components/admin/people/people-list';
import { formatIn } from '../../../components/format/format';

const now = Date.parse('2026-11-27T12:00:00Z');
const words = (since: string, at: string | null) =>
  lastSignIn({ since, last_sign_in_at: at }, formatIn('UTC'), now);

it('tells a member who never signed in from one whose sign-ins are no longer kept', () => {
  expect(words('2026-11-27T10:00:00Z', null)).toBe('Never');
  expect(words('2026-01-05T10:00:00Z', null)).toBe('Not in the last 90 days');
  expect(words('2026-01-05T10:00:00Z', '2026-11-05T13:02:00Z')).toBe('05-Nov-2026 13:02');
});
