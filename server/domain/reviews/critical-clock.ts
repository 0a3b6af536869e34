import { startLoop, type Loop } from '../../jobs/loop';
import { escalateCriticalResults } from './escalate-critical-result';

const LOOK_MS = 10_000;

export function startCriticalClock(everyMs = LOOK_MS): Loop {
  return startLoop(
    { name: 'escalation of critical results', everyMs },
    async () => (await escalateCriticalResults()) > 0,
  );
}
