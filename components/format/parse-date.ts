/**
 * Reads a typed date. Day and month may only be told apart by a month name or by ISO order: `03/04/1950` is refused
 * because it means two different days to two readers.
 */
const MONTH_STARTS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  // 31-Feb rolls over into March: then the parts differ from what was typed.
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return null;
  return date.toISOString().slice(0, 10);
}

/** `14-Jul-1945`, `14 july 1945`, `14jul1945` or `1945-07-14` → `1945-07-14`; null for anything else. */
export function parseDate(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = /^(\d{1,2})[\s./-]*([a-z]{3,9})\.?[\s./-]*(\d{4})$/.exec(text);
  if (!named) return null;
  const month = MONTH_STARTS.indexOf((named[2] ?? '').slice(0, 3)) + 1;
  return month === 0 ? null : isoDate(Number(named[3]), month, Number(named[1]));
}
