/** Day and time as clocks of a place show them, to the instant they mean. */

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

/** What clocks show at an instant, counted as if it were UTC. */
function shownAt(time: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatterFor(zone).formatToParts(time)) part[type] = Number(value);
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
}

/**
 * `2026-11-05T08:00` in a time zone (IANA). An hour that clocks show twice means its first time for `first`, else the
 * last; one that they leave out means the moment they leave it out. Null when there is no such day or time.
 */
export function instantOf(wallClock: string, zone: string, which: 'first' | 'last'): Date | null {
  const wanted = Date.parse(`${wallClock}:00.000Z`);
  // 2026-02-30 would otherwise be the 2nd of March.
  if (Number.isNaN(wanted) || new Date(wanted).toISOString().slice(0, 16) !== wallClock) return null;
  const hour = 3_600_000;
  const offsets = [wanted - 26 * hour, wanted + 26 * hour].map((time) => shownAt(time, zone) - time);
  const found = offsets.map((offset) => wanted - offset);
  const right = found.filter((time) => shownAt(time, zone) === wanted);
  if (right.length > 0) return new Date(which === 'first' ? Math.min(...right) : Math.max(...right));
  // In the gap: clocks go from before it to after it at one moment, which lies between the two readings.
  let [before, after] = [Math.min(...found), Math.max(...found)];
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (shownAt(middle, zone) < wanted) before = middle;
    else after = middle;
  }
  return new Date(after);
}
