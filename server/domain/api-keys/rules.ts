/** Shared with the browser: no server libraries. */

const DAY_MS = 86_400_000;

/** The last four characters of a key, from its `stub`. */
export const keyEnding = (stub: string): string => stub.slice(-4);

export const DEFAULT_LIFE_DAYS = 365;
export const SUGGESTED_LIFE_DAYS = 90;
export const LIFE_CHOICES = [7, 30, 90, 180, 365] as const;

export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

/** Requests per minute of a key without its own limit. */
export { DEFAULT_RATE_LIMIT } from '../../rate-limits/policies';

export const MAX_NETWORKS = 50;

/** Days before expiry at which warnings start, and become more prominent. */
export const WARN_DAYS = [30, 7, 1] as const;
export const UNUSED_DAYS = 90;

/** Filters of the key list. A key can match several of the first four. */
export const KEY_FILTERS = ['working', 'expiring', 'unused', 'replaced', 'expired', 'revoked'] as const;
export type KeyFilter = (typeof KEY_FILTERS)[number];

interface KeyTimes {
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  replaced_by: string | null;
}

/** Either that the key is over, or all reasons why it needs attention. */
export function keyMarks(key: KeyTimes, now: number): KeyFilter[] {
  if (key.revoked_at) return ['revoked'];
  const end = key.expires_at ? Date.parse(key.expires_at) : Infinity;
  if (end <= now) return ['expired'];
  const marks: KeyFilter[] = [];
  if (key.replaced_by) marks.push('replaced');
  else if (end - now <= WARN_DAYS[0] * DAY_MS) marks.push('expiring');
  if (now - Date.parse(key.last_used_at ?? key.created_at) > UNUSED_DAYS * DAY_MS) marks.push('unused');
  return marks.length > 0 ? marks : ['working'];
}

export function warningDays(expiresAt: string | null, now: number): (typeof WARN_DAYS)[number] | null {
  if (!expiresAt) return null;
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? null : (WARN_DAYS.findLast((days) => left <= days * DAY_MS) ?? null);
}
