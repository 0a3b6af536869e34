/**
 * Dates as users type them, in search, forms and filters. Shared with the browser: no imports.
 *
 * Read are `1945-07-14`, `14-Jul-1945`, `14 July 1945`, `Jul 14, 1945`, `14.07.1945` and `14/07/1945`; years have four
 * digits. Two numbers up to twelve with slashes or hyphens are ambiguous, because countries order them differently. With
 * dots the day is first everywhere.
 */
export type DateOrder = 'day_first' | 'month_first';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const NUMERIC = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const DAY_AND_NAME = /^(\d{1,2})[\s./-]*([a-z]{3,9})\.?[\s./-]*(\d{4})$/;
const NAME_AND_DAY = /^([a-z]{3,9})\.?[\s./-]*(\d{1,2})(?:,\s*|[\s./-]+)(\d{4})$/;

function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  // 31-Feb rolls over into March.
  const isValid =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isValid ? date.toISOString().slice(0, 10) : null;
}

/** Month of a name with at least three letters: `jul`, `july`, `sept`; 0 for any other. */
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.startsWith(name)) + 1;

/** Every date that the text can mean: none, one, or two if the order of day and month is ambiguous, day first. */
export function readDates(typed: string): string[] {
  const text = typed.trim().toLowerCase();
  const iso = YEAR_FIRST.exec(text);
  if (iso) return valid(isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [first, second, year] = [Number(numeric[1]), Number(numeric[2]), Number(numeric[3])];
    return [...new Set(valid(isoDate(year, second, first), isoDate(year, first, second)))];
  }
  const dayFirst = DAY_AND_NAME.exec(text);
  if (dayFirst) return valid(isoDate(Number(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1])));
  const nameFirst = NAME_AND_DAY.exec(text);
  return nameFirst ? valid(isoDate(Number(nameFirst[3]), monthOf(nameFirst[1]!), Number(nameFirst[2]))) : [];
}

const NAME_AND_YEAR = /^([a-z]{3,9})\.?[\s./-]*(\d{4})$/;
const NUMBER_AND_YEAR = /^(\d{1,2})[-/.](\d{4})$/;
const YEAR_AND_NUMBER = /^(\d{4})[-/.](\d{1,2})$/;

/** A month such as `Jul 1945`, `07/1945` or `1945-07`: its first and last day. Null for any other text. */
export function readMonth(typed: string): [first: string, last: string] | null {
  const text = typed.trim().toLowerCase();
  const [, name, namedYear] = NAME_AND_YEAR.exec(text) ?? [];
  const [, number, numberYear] = NUMBER_AND_YEAR.exec(text) ?? [];
  const [, firstYear, last] = YEAR_AND_NUMBER.exec(text) ?? [];
  const month = name ? monthOf(name) : Number(number ?? last ?? 0);
  const year = Number(namedYear ?? numberYear ?? firstYear ?? 0);
  if (month < 1 || month > 12 || year < 1) return null;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const first = isoDate(year, month, 1);
  const end = isoDate(year, month, lastDay);
  return first && end ? [first, end] : null;
}

const valid = (...dates: (string | null)[]): string[] => dates.filter((date) => date !== null);

/**
 * The date as `1945-07-14`; null if the text is not a date.
 * @param order of an ambiguous date; without it an ambiguous date is null
 */
export function parseDate(typed: string, order?: DateOrder): string | null {
  const [dayFirst = null, monthFirst = null] = readDates(typed);
  if (!isAmbiguous(typed)) return dayFirst;
  if (order === undefined) return null;
  return order === 'day_first' ? dayFirst : monthFirst;
}

const DAYS_AHEAD = /^\+\s*(\d{1,3})(?:\s*d(?:ays?)?)?$/;
const DAY_OF_MONTH = /^(\d{1,2})[\s./-]*([a-z]{3,9})$/;
const MONTH_AND_DAY = /^([a-z]{3,9})\.?[\s./-]*(\d{1,2})$/;

/**
 * A planned day: `today`, `tomorrow`, `+7`, the next `15 Dec`, or any date. Null for any other text.
 * @param today as `2026-11-05`
 */
export function parseAhead(typed: string, today: string, order?: DateOrder): string | null {
  const text = typed.trim().toLowerCase();
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const ahead = { today: '0', tomorrow: '1' }[text] ?? DAYS_AHEAD.exec(text)?.[1];
  if (ahead !== undefined)
    return new Date(Date.UTC(year, month - 1, day + Number(ahead))).toISOString().slice(0, 10);
  const dates = valid(...dayAndMonth(text, [year, year + 1]));
  return dates.find((date) => date >= today) ?? parseDate(typed, order);
}

/**
 * A past day: `today`, `yesterday`, the last `19 Nov`, or any date. Null for any other text.
 * @param today as `2026-11-05`
 */
export function parsePast(typed: string, today: string, order?: DateOrder): string | null {
  const text = typed.trim().toLowerCase();
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const ago = { today: 0, yesterday: 1 }[text];
  if (ago !== undefined) return new Date(Date.UTC(year, month - 1, day - ago)).toISOString().slice(0, 10);
  const dates = valid(...dayAndMonth(text, [year, year - 1]));
  return dates.find((date) => date <= today) ?? parseDate(typed, order);
}

/** `15 Dec` or `Dec 15` in each of the years. */
function dayAndMonth(text: string, years: readonly number[]): (string | null)[] {
  const [, firstDay, lastName] = DAY_OF_MONTH.exec(text) ?? [];
  const [, firstName, lastDay] = MONTH_AND_DAY.exec(text) ?? [];
  const named = monthOf(lastName ?? firstName ?? '-');
  return named === 0 ? [] : years.map((one) => isoDate(one, named, Number(firstDay ?? lastDay)));
}

/** Whether day and month can be exchanged. */
export const isAmbiguous = (typed: string): boolean => readDates(typed).length > 1 && !typed.includes('.');

/** Time zones of the United States and its territories, the only ones where the month is usually first. */
const MONTH_FIRST =
  /^(?:US\/|America\/(?:New_York|Detroit|Kentucky\/|Louisville|Indiana\/|Indianapolis|Fort_Wayne|Chicago|Menominee|North_Dakota\/|Denver|Boise|Shiprock|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Atka|Puerto_Rico)|Pacific\/(?:Honolulu|Johnston|Guam|Saipan|Pago_Pago))/;

/** How users of an organization order day and month, by its time zone. */
export const dateOrderOf = (timeZone: string): DateOrder =>
  MONTH_FIRST.test(timeZone) ? 'month_first' : 'day_first';
