import { clockProblem, databaseProblem, startClockWatch } from '../db/probe';
import { outsideCheck, requireForReady } from '../http/health';
import { storage } from '../storage/index';

/** Makes readiness depend on external systems. Returns a function that stops the checks. */
export function requireForReadiness(): () => void {
  const database = outsideCheck(databaseProblem);
  requireForReady('database', database);
  requireForReady('clock', async () => {
    await database();
    return clockProblem();
  });
  requireForReady(
    'storage',
    outsideCheck(() => storage().problem()),
  );
  return startClockWatch();
}
