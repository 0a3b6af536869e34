/**
 * Dates that a typing error turns into a birth date: one other digit, two neighboring digits swapped, or day and month
 * swapped.
 */
export function similarBirthDates(date: string): string[] {
  const [year, month, day] = date.split('-');
  const typed = [...date].flatMap((known, at) =>
    known === '-'
      ? []
      : [...'0123456789'].map((digit) => `${date.slice(0, at)}${digit}${date.slice(at + 1)}`),
  );
  const swapped = [...date].flatMap((digit, at) => {
    const next = date[at + 1];
    return digit === '-' || next === undefined || next === '-'
      ? []
      : [`${date.slice(0, at)}${next}${digit}${date.slice(at + 2)}`];
  });
  return [...new Set([...typed, ...swapped, `${year}-${day}-${month}`])].filter(
    (one) => one !== date && isCalendarDay(one) && one >= '1850',
  );
}

function isCalendarDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}
