/** The URL at which the session ended. Stored in the tab and for the same user only: it identifies a patient. */
import { safeReturnTo } from '../../sign-in/return-to';
import { END_REASONS, type EndReason } from './tabs';

const KEY = 'portal-return';

interface Place {
  person: string;
  name: string;
  path: string;
  /** Null if it is unknown. */
  reason: EndReason | null;
}

function read(): Place | null {
  try {
    const { person, name, path, reason } = JSON.parse(
      sessionStorage.getItem(KEY) ?? 'null',
    ) as Partial<Place>;
    return typeof person === 'string' && typeof name === 'string' && typeof path === 'string'
      ? { person, name, path, reason: END_REASONS.find((one) => one === reason) ?? null }
      : null;
  } catch {
    return null;
  }
}

export function keepPlace(person: string, name: string, reason: EndReason | null): void {
  const place: Place = { person, name, path: window.location.pathname + window.location.search, reason };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // Without storage only the URL is lost.
  }
}

/** Who was signed in last in this tab. */
export const lastPerson = (): string | null => read()?.name ?? null;

export const lastUserId = (): string | null => read()?.person ?? null;

/** Why the last session in this tab ended. */
export const lastEnd = (): EndReason | null => read()?.reason ?? null;

/** The stored URL for that user, once; the start page for others. */
export function takePlace(person: string): string {
  const place = read();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
  return place?.person === person ? safeReturnTo(place.path) : '/today';
}
