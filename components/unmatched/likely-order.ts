import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { isOpen } from '@/server/domain/lab-orders/rules';

/** ID of the only open order with an unreported test of the report; blank unless exactly one has it. */
export function likelyOrder(
  orders: readonly Pick<Candidate['orders'][number], 'id' | 'status' | 'unreported'>[],
): string {
  const [order, ...others] = orders.filter(({ status, unreported }) => unreported > 0 && isOpen(status));
  return order && others.length === 0 ? order.id : '';
}
