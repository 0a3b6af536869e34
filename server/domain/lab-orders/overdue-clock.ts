import { every } from '../every';
import { announceOverdueOrders } from './announce-overdue-order';

const LOOK_MS = 30_000;

/** What the worker does for overdue orders. @returns how to stop; resolves when nothing is under way any more */
export function startOverdueClock(everyMs = LOOK_MS): () => Promise<void> {
  return every(everyMs, 'overdue orders', async () => (await announceOverdueOrders()) > 0);
}
