import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { isOpen } from '@/server/domain/lab-orders/rules';

/** ID of the only open order with a test of the report; blank unless exactly one has it. */
export function likelyOrder(
  orders: readonly Pick<Candidate['orders'][number], 'id' | 'status' | 'answered'>[],
): string {
  const [order, ...others] = orders.filter(({ status, answered }) => answered > 0 && isOpen(status));
  return order && others.length === 0 ? order.id : '';
}
