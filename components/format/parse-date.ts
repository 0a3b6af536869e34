/**
 * Reads a typed date. Two numbers are day and month only where their order is certain: `03/04/1950` is rejected, because
 * readers disagree about it.
 */
const MONTH_STARTS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  // 31-Feb rolls over into March.
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return null;
  return date.toISOString().slice(0, 10);
}

/** `14-Jul-1945`, `14 july 1945`, `1945-07-14`, `14.07.1945` or `07/14/1945` → `1945-07-14`; null for anything else. */
export function parseDate(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  if (numeric) return unambiguous(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]));
  const named = /^(\d{1,2})[\s./-]*([a-z]{3,9})\.?[\s./-]*(\d{4})$/.exec(text);
  if (!named) return null;
  const month = MONTH_STARTS.indexOf((named[2] ?? '').slice(0, 3)) + 1;
  return month === 0 ? null : isoDate(Number(named[3]), month, Number(named[1]));
}

function unambiguous(first: number, second: number, year: number): string | null {
  if (first !== second && first <= 12 && second <= 12) return null;
  return isoDate(year, Math.min(first, second), Math.max(first, second));
}
