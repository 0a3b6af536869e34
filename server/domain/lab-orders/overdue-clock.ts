import { startLoop, type Loop } from '../../jobs/loop';
import { announceOverdueOrders } from './announce-overdue-order';

const LOOK_MS = 30_000;

export function startOverdueClock(everyMs = LOOK_MS): Loop {
  return startLoop({ name: 'overdue orders', everyMs }, async () => (await announceOverdueOrders()) > 0);
}
