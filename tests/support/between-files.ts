import { passwordResetsSent } from '../../server/auth/password-reset';
import { writeActivity } from '../../server/auth/session-activity';
import { WINDOW_SECONDS } from '../../server/limits/policies';
import { tidyLimits } from '../../server/limits/limits';
import { ownersTold } from '../../server/mail/tell-owner';
import { asSuperuser } from './database';

/**
 * What a file of database tests leaves to the next one of its worker: nothing that is put off, nothing counted, no port that
 * is taken.
 */

/** Finishes the work that files before put off, which would fall into the statements and the records of the next one. */
async function finishWork(): Promise<void> {
  await Promise.all([passwordResetsSent(), ownersTold()]);
  await writeActivity();
}

/** Every file comes from 127.0.0.1: what one failed at would be counted against the next. */
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

/** A free port may have been another file's before, and a listener would open the ports of all of them. */
const endConnections = () =>
  asSuperuser('UPDATE lab_connections SET deleted_at = now() WHERE port IS NOT NULL AND deleted_at IS NULL');

export async function leaveNothing(): Promise<void> {
  await finishWork();
  await forgetCounts();
  await endConnections();
}
