import { pino } from 'pino';
import { env } from './env';

/**
 * Structured log on standard output. Never patient data: no names, values, query strings or bodies; only IDs, codes,
 * counts and durations. `redact` is the second line of defense.
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
