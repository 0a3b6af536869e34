/**
 * When the session of a page ends, by the local clock. Timers stop while a machine sleeps, so every check compares
 * times. The server is asked before the page changes.
 */

export const WARN_MS = 2 * 60_000;

export interface SessionClock {
  /** Without activity. */
  idleAt: number;
  /** With any activity. */
  restAt: number;
  idleMs: number;
}

export const endOf = ({ idleAt, restAt }: SessionClock): number => Math.min(idleAt, restAt);

/** Extends the session by activity at that time. */
export const afterActivity = (clock: SessionClock, at: number): SessionClock => ({
  ...clock,
  idleAt: Math.max(clock.idleAt, at + clock.idleMs),
});

/** The server reports the time left, counted from the request because the response took a while. */
export const afterAnswer = (
  clock: SessionClock,
  asked: number,
  left: { idle_ms: number; rest_ms: number },
): SessionClock => ({ ...clock, idleAt: asked + left.idle_ms, restAt: asked + left.rest_ms });

/** `2 minutes`, `1 minute 5 seconds`, `9 seconds`. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const part = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) return part(rest, 'second');
  return rest === 0 ? part(minutes, 'minute') : `${part(minutes, 'minute')} ${part(rest, 'second')}`;
}
