const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  let made = formatters.get(zone);
  if (!made) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, made);
  }
  return made;
}

/** The local time at an instant, counted as if it were UTC. */
function shownAt(time: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatterFor(zone).formatToParts(time)) part[type] = Number(value);
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
}

/**
 * Converts `2026-11-05T08:00` in an IANA time zone. A repeated hour means its first occurrence for `first`, else the
 * last; a skipped one means the moment of the change. Null if there is no such day or time.
 */
export function instantOf(wallClock: string, zone: string, which: 'first' | 'last'): Date | null {
  const wanted = Date.parse(`${wallClock}:00.000Z`);
  // 2026-02-30 would otherwise become March 2.
  if (Number.isNaN(wanted) || new Date(wanted).toISOString().slice(0, 16) !== wallClock) return null;
  const hour = 3_600_000;
  const offsets = [wanted - 26 * hour, wanted + 26 * hour].map((time) => shownAt(time, zone) - time);
  const found = offsets.map((offset) => wanted - offset);
  const right = found.filter((time) => shownAt(time, zone) === wanted);
  if (right.length > 0) return new Date(which === 'first' ? Math.min(...right) : Math.max(...right));
  // In the gap: the change happens at one instant between the two interpretations.
  let [before, after] = [Math.min(...found), Math.max(...found)];
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (shownAt(middle, zone) < wanted) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** The local time at an instant in an IANA time zone, such as `2026-11-05T08:00:00`. */
export const clockIn = (zone: string, time: number): string =>
  new Date(shownAt(time, zone)).toISOString().slice(0, 19);

/** The calendar day at an instant, in an IANA time zone. */
export const dayIn = (zone: string, time: number): string => clockIn(zone, time).slice(0, 10);

/** Minutes that an IANA time zone is ahead of UTC at an instant. */
export const offsetAt = (zone: string, time: number): number =>
  Math.round((shownAt(time, zone) - time) / 60_000);

/** `2026-02-28` and 1 is `2026-03-01`. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
