const TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?(?:\s*([ap])(?:\.?m\.?)?)?$/i;

export const TIME_HINT = 'Example: 08:30 or 8:30 pm';

/** A typed time, such as `20:30`, `8:30 pm`, `8 pm`, `8.30p` or `0830`, as `HH:MM`. */
export function parseTime(typed: string): string | null {
  const [, hours, typedMinutes, half] = TIME.exec(typed.trim()) ?? [];
  // A bare "8" could be either half of the day.
  const minutes = typedMinutes ?? (half ? '00' : undefined);
  if (hours === undefined || minutes === undefined) return null;
  const hour = Number(hours);
  if (Number(minutes) > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return null;
  const shift = half?.toLowerCase() === 'p' ? 12 : 0;
  return `${String(half ? (hour % 12) + shift : hour).padStart(2, '0')}:${minutes}`;
}
