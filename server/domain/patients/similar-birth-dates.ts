/** Dates that a typing error turns into a birth date: one other digit, or day and month swapped. */
export function similarBirthDates(date: string): string[] {
  const [year, month, day] = date.split('-');
  const typed = [...date].flatMap((known, at) =>
    known === '-'
      ? []
      : [...'0123456789'].map((digit) => `${date.slice(0, at)}${digit}${date.slice(at + 1)}`),
  );
  return [...new Set([...typed, `${year}-${day}-${month}`])].filter(
    (one) => one !== date && isCalendarDay(one) && one >= '1850',
  );
}

function isCalendarDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}
