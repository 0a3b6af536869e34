import { every } from '../every';
import { escalateCriticalResults } from './escalate-critical-result';

const LOOK_MS = 10_000;

/** What the worker does for critical values. @returns how to stop; resolves when nothing is under way any more */
export function startCriticalClock(everyMs = LOOK_MS): () => Promise<void> {
  return every(everyMs, 'escalation of critical results', async () => (await escalateCriticalResults()) > 0);
}
