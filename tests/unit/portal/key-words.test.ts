import { describe, expect, it } from 'vitest';
import { keyStates, lastUse, networkWords, readEntries } from '@/components/admin/api-keys/key-words';
import { lifeChoices, suggestedLife } from '@/components/admin/api-keys/lifetime';
import { agoWords, leftWords } from '@/components/format/relative';
import type { ApiKey } from '@/server/domain/api-keys/contract';
import { warningDays } from '@/server/domain/api-keys/rules';
import { formatIn } from '@/components/format/format';

const UTC = formatIn('UTC');

const NOW = Date.parse('2026-11-05T14:07:00Z');
const DAY = 86_400_000;
const at = (days: number) => new Date(NOW + days * DAY).toISOString();

const key = (part: Partial<ApiKey>): ApiKey => ({
  id: 'key_1',
  object: 'api_key',
  name: 'Desk',
  purpose: null,
  stub: 'clin_live_…abcd',
  scopes: ['labs:read'],
  ip_allow_list: [],
  rate_limit: null,
  expires_at: at(100),
  last_used_at: at(-1),
  last_used_ip: '192.0.2.7',
  last_used_agent: null,
  replaced_by: null,
  revoked_at: null,
  revoked_by: null,
  revoked_by_name: null,
  revoked_reason: null,
  created_at: at(-10),
  created_by: 'usr_1',
  created_by_name: null,
  ...part,
});
const words = (part: Partial<ApiKey>) => keyStates(key(part), UTC, NOW).map((state) => state.words);

describe('API key state', () => {
  it.each([
    [{}, ['Active']],
    [{ expires_at: null }, ['Active']],
    [{ expires_at: at(30.01) }, ['Active']],
    [{ expires_at: at(30) }, ['Expires in 30 days']],
    [{ expires_at: at(6.5) }, ['Expires in 6 days']],
    [{ expires_at: at(0.5) }, ['Expires in 12 hours']],
    [{ expires_at: at(0.01) }, ['Expires in less than an hour']],
    [{ expires_at: at(0) }, ['Expired']],
    [{ expires_at: at(-1), revoked_at: at(-2) }, ['Revoked']],
    [{ last_used_at: at(-90) }, ['Active']],
    [{ last_used_at: at(-90.01) }, ['Unused for 90 days']],
    [{ last_used_at: null, created_at: at(-91) }, ['Unused for 90 days']],
    [{ last_used_at: at(-91), expires_at: at(3) }, ['Expires in 3 days', 'Unused for 90 days']],
    [{ expires_at: at(1), replaced_by: 'key_2' }, ['Being rotated, valid until 06-Nov-2026 14:07']],
    [{ expires_at: at(-1), replaced_by: 'key_2' }, ['Replaced']],
  ] satisfies [Partial<ApiKey>, string[]][])('%j: %j', (part, expected) => {
    expect(words(part)).toEqual(expected);
  });

  it('is emphasized within seven days of expiry', () => {
    const marked = (days: number) => keyStates(key({ expires_at: at(days) }), UTC, NOW)[0]!.marked;
    expect([20, 7, 1].map(marked)).toEqual([false, true, true]);
    expect([31, 30, 8, 7, 2, 1, 0.1, 0].map((days) => warningDays(at(days), NOW))).toEqual([
      null,
      30,
      30,
      7,
      7,
      1,
      1,
      null,
    ]);
  });
});

describe('last use of an API key', () => {
  it('shows when and from where', () => {
    expect(lastUse(key({ last_used_at: at(-4 / 1440) }), UTC, NOW)).toBe(
      '4 minutes ago (05-Nov-2026 14:03) from 192.0.2.7',
    );
    expect(lastUse(key({ last_used_at: null }), UTC, NOW)).toBe('never');
  });

  it('is rounded to a natural unit', () => {
    const ago = (minutes: number) => agoWords(new Date(NOW - minutes * 60_000).toISOString(), NOW);
    expect([-1, 0.5, 1, 59.9, 60, 1439, 1440, 2880].map(ago)).toEqual([
      'less than a minute ago',
      'less than a minute ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '2 days ago',
    ]);
    expect(leftWords(at(1.99), NOW)).toBe('1 day');
  });
});

describe('addresses of an API key', () => {
  it('are shown in canonical form and read from any list', () => {
    expect(['192.0.2.7/32', '192.0.2.0/24', '2001:db8::1/128', '2001:db8::/32'].map(networkWords)).toEqual([
      '192.0.2.7',
      '192.0.2.0/24',
      '2001:db8::1',
      '2001:db8::/32',
    ]);
    expect(readEntries(' 192.0.2.7,\n192.0.2.0/24 ; ::1\n')).toEqual(['192.0.2.7', '192.0.2.0/24', '::1']);
    expect(readEntries(null)).toEqual([]);
  });
});

describe('lifetimes of API keys', () => {
  it('end with the limit of the organization', () => {
    const choices = (days: number | null) => lifeChoices(days).map(({ value }) => value);
    expect(choices(null)).toEqual(['7', '30', '90', '180', '365']);
    expect(choices(90)).toEqual(['7', '30', '90']);
    expect(choices(45)).toEqual(['7', '30', '45']);
    expect([null, 45, 365].map(suggestedLife)).toEqual(['90', '45', '90']);
  });
});
