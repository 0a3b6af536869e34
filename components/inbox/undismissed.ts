/**
 * New critical results that were neither opened nor dismissed, for a reload of the page. Stored in the tab until the
 * session ends: IDs and times, no patient data.
 */
const KEY = 'new-critical';

export interface Undismissed {
  since: string;
  ids: string[];
  unmatched: string[];
  /** Report and its newest version that the user has viewed; null for all versions. */
  dismissed: [id: string, version: number | null][];
  alerted: string[];
}

/** @param person `usr_…` */
export function readUndismissed(person: string): Undismissed | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Undismissed & { of: string }) | null;
    return kept?.of === person ? kept : null;
  } catch {
    return null;
  }
}

export function keepUndismissed(person: string, undismissed: Undismissed): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ of: person, ...undismissed }));
  } catch {
    // Without storage the message ends with the page.
  }
}

export function forgetUndismissed(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
