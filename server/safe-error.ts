/**
 * What of an error may be logged: its kind, its code and where it arose. Never its message: a database error
 * quotes values, and values are patient data.
 */
export function safeError(error: unknown): { error: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = errorCode(error);
  return { error: error.name, ...(code === undefined ? {} : { code }), at: placesOf(error) };
}

/** SQLSTATE, or the code of Node: its own, or that of what it wraps. The error of a statement says why in its cause. */
export function errorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current && depth < 5; depth++) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    // Words of our own contract wrap what the database said.
    if (typeof code === 'string' && !('isDomainError' in (current as object) && cause)) return code;
    current = cause;
  }
  return undefined;
}

/** The trace begins with the message, and a line of a patient's text may look like a place. */
function placesOf({ stack = '', message }: Error): string[] {
  return stack
    .slice(Math.max(0, stack.indexOf(message)) + message.length)
    .split('\n')
    .filter((line) => /^ {4}at .*(?::\d+:\d+|<anonymous>|native|index \d+)\)?$/.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
