import { clockProblem, databaseProblem, startClockWatch } from '../db/probe';
import { outsideCheck, requireForReady } from '../http/health';
import { storage } from '../storage/index';

/** Readiness also needs what lies outside of this process. @returns how to stop looking at it */
export function requireOutside(): () => void {
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
