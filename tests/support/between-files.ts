import { passwordResetsSent } from '../../server/auth/password-reset';
import { writeActivity } from '../../server/auth/session-activity';
import { WINDOW_SECONDS } from '../../server/rate-limits/policies';
import { tidyLimits } from '../../server/rate-limits/limits';
import { ownersNotified } from '../../server/mail/notify-owner';
import { asSuperuser } from './database';

/** Cleans up between the test files of one worker: deferred work, counters and listening ports. */

/** Deferred work would otherwise run during the next file and appear in its statements and records. */
async function finishWork(): Promise<void> {
  await Promise.all([passwordResetsSent(), ownersNotified()]);
  await writeActivity();
}

/** Every file connects from 127.0.0.1, so failures of one would count against the next. */
async function forgetCounts(): Promise<void> {
  const { now } = performance;
  const later = now.call(performance) + (WINDOW_SECONDS + 1) * 1000;
  performance.now = () => later;
  try {
    await tidyLimits();
  } finally {
    performance.now = now;
  }
  await asSuperuser('TRUNCATE rate_limits, sign_in_throttles');
}

/** A later file may get the same free port, and its listener would open the ports of all connections. */
const endConnections = () =>
  asSuperuser('UPDATE lab_connections SET deleted_at = now() WHERE port IS NOT NULL AND deleted_at IS NULL');

export async function leaveNothing(): Promise<void> {
  await finishWork();
  await forgetCounts();
  await endConnections();
}
