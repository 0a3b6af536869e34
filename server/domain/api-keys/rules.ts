/** Rules of API keys, without the server's libraries. */

const DAY_MS = 86_400_000;

/** When nothing is said; the page suggests less. */
export const DEFAULT_LIFE_DAYS = 365;
export const SUGGESTED_LIFE_DAYS = 90;
export const LIFE_CHOICES = [7, 30, 90, 180, 365] as const;

export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

export const MAX_NETWORKS = 50;

/** The end is told from the first of these days on, louder at each. */
export const WARN_DAYS = [30, 7, 1] as const;
/** A key that nobody has used for so long is probably forgotten. */
export const UNUSED_DAYS = 90;

/** What a list of keys can be narrowed to; a key can be several of the first four. */
export const KEY_FILTERS = ['working', 'expiring', 'unused', 'replaced', 'expired', 'revoked'] as const;
export type KeyFilter = (typeof KEY_FILTERS)[number];

interface KeyTimes {
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  replaced_by: string | null;
}

/** What can be said of a key at a moment: that it is over, or everything that asks for somebody's attention. */
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

/** 30, 7 or 1: the warning that the end of a key has come to; null while it is far. */
export function warningDays(expiresAt: string | null, now: number): (typeof WARN_DAYS)[number] | null {
  if (!expiresAt) return null;
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? null : (WARN_DAYS.findLast((days) => left <= days * DAY_MS) ?? null);
}
