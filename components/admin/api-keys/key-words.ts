import type { ApiKey, RotatedKey } from '@/server/domain/api-keys/contract';
import { keyMarks, UNUSED_DAYS, warningDays, type KeyFilter } from '@/server/domain/api-keys/rules';
import type { Format } from '../../format/format';
import { isolate } from '../../format/isolate';
import { agoWords, leftWords } from '../../format/relative';

export const FILTER_WORDS: Record<KeyFilter, string> = {
  working: 'Active',
  expiring: 'Expiring within 30 days',
  unused: `Unused for ${UNUSED_DAYS} days`,
  replaced: 'Being rotated',
  expired: 'Expired',
  revoked: 'Revoked',
};

export interface KeyState {
  words: string;
  /** Needs attention. */
  marked: boolean;
}

/** Most severe first. */
export function keyStates(key: RotatedKey, format: Format, now: number): KeyState[] {
  return keyMarks(key, now).map((mark) => {
    const end = key.expires_at ?? '';
    if (mark === 'working') return { words: 'Active', marked: false };
    if (mark === 'expiring')
      return { words: `Expires in ${leftWords(end, now)}`, marked: warningDays(end, now) !== 30 };
    if (mark === 'replaced')
      return { words: `Being rotated, valid until ${format.instant(end)}`, marked: true };
    if (mark === 'expired' && key.replaced_by) return { words: 'Replaced', marked: false };
    return { words: FILTER_WORDS[mark], marked: mark === 'unused' };
  });
}

/** "2 hours ago (05-Nov-2026 08:00) from 198.51.100.7" */
export function lastUse(
  key: Pick<ApiKey, 'last_used_at' | 'last_used_ip'>,
  format: Format,
  now: number,
): string {
  if (!key.last_used_at) return 'never';
  const at = format.instant(key.last_used_at);
  return `${agoWords(key.last_used_at, now)} (${at})${key.last_used_ip ? ` from ${key.last_used_ip}` : ''}`;
}

/** The name of a user, or the ID of another actor. */
export const byWhom = (name: string | null, id: string): string =>
  name === null ? (id === 'system' ? 'System operator' : id) : isolate(name);

/** `192.0.2.7/32` as `192.0.2.7`. */
export const networkWords = (network: string): string =>
  network.replace(/^([\d.]+)\/32$/, '$1').replace(/^([\da-f:]+)\/128$/, '$1');

/** Entries of the address field, separated by lines, spaces or commas. */
export const readEntries = (text: string | null): string[] =>
  (text ?? '').split(/[\s,;]+/).filter((entry) => entry !== '');
