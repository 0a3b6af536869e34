/**
 * What of an error may be logged: its kind, its code and where it arose. Never its message: a database error
 * quotes values, and values are patient data.
 */
export function safeError(error: unknown): { error: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, ...codeOf(error), at: placesOf(error) };
}

/** Its own, or that of what it wraps: the error of a failed statement says why in its cause. */
function codeOf({ code, cause }: Error & { code?: unknown }): { code?: string } {
  const found = typeof code === 'string' ? code : (cause as { code?: unknown } | null | undefined)?.code;
  return typeof found === 'string' ? { code: found } : {};
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
