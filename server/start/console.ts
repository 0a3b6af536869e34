import { logger } from '../logger';
import { safeError } from '../safe-error';

/**
 * Libraries print to the console: Next its progress, and errors of pages with their messages, which quote statements and
 * values. Standard output is for the log, and neither stream may contain patient data, so the console leads to the log
 * and texts are left out. Logged are the parts of an error that `safeError` allows, or where the text was printed.
 */
const LEVELS = {
  debug: ['log', 'info', 'debug', 'dir', 'dirxml', 'table', 'trace', 'group', 'groupCollapsed'],
  warn: ['warn'],
  error: ['error'],
} as const;

export function leadConsoleToLog(): void {
  for (const level of ['debug', 'warn', 'error'] as const)
    for (const method of LEVELS[level])
      console[method] = (...printed: unknown[]) => {
        const error = printed.find((one) => one instanceof Error);
        const digest = (error as { digest?: unknown } | undefined)?.digest;
        logger[level](
          {
            // Pages set the request ID as the digest of their errors.
            ...(typeof digest === 'string' && /^req_\w+$/.test(digest) ? { request_id: digest } : {}),
            ...safeError(error ?? new Error('printed')),
          },
          'a library printed to the console',
        );
      };
}
