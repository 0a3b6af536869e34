import { safeMessage } from './safe-message';

interface SafeError {
  error: string;
  /** SQLSTATE or system code. */
  code?: string;
  /** Its message, if that cannot contain patient data. */
  reason?: string;
  at?: string[];
}

/**
 * The loggable parts of an error: type, code, location, and the message only if it is a known one without values: a
 * database error quotes values, and values are patient data.
 */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, ...codeAndReason(error), at: placesOf(error) };
}

/** The same without type and location, for errors whose place says nothing. */
export function codeAndReason(error: unknown): Pick<SafeError, 'code' | 'reason'> {
  const [code, reason] = [errorCode(error), safeMessage(error)];
  return { ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) };
}

/** SQLSTATE or Node's error code, from the error or its causes. A query error has its code in the cause. */
export function errorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current && depth < 5; depth++) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    // Our own error codes wrap the database's.
    if (typeof code === 'string' && !('isDomainError' in (current as object) && cause)) return code;
    current = cause;
  }
  return undefined;
}

/** The trace starts with the message, and a line of patient data may look like a stack frame. */
function placesOf({ stack = '', message }: Error): string[] {
  return stack
    .slice(Math.max(0, stack.indexOf(message)) + message.length)
    .split('\n')
    .filter((line) => /^ {4}at .*(?::\d+:\d+|<anonymous>|native|index \d+)\)?$/.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
