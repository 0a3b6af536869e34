import { pino } from 'pino';
import { env } from './env';

/**
 * Structured log on standard output. Rule: never patient data — no names, no values, no query strings, no
 * bodies; ids, codes, counts and durations only. `redact` is the second line behind that rule.
 */
export const logger = pino({
  level: env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      '*.authorization',
      '*.cookie',
      '*.password',
      '*.secret',
      '*.key',
      'authorization',
      'cookie',
      'password',
      'secret',
    ],
    censor: '[redacted]',
  },
});
