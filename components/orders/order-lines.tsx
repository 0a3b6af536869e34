/** Orders in the narrow column of the summary. */
import { useFormat } from '#format';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { formatDate } from '../format/dates';
import { TextLink } from '../ui/text-link';
import { OrderStateWord, TransmissionLine } from './order-list';
import { testNames } from './order-sheet';
import { PriorityMark } from './priority-mark';

export function OrderLines({ orders }: { orders: readonly LabOrder[] }) {
  const format = useFormat();
  return (
    <ul className="border-t-2 border-ink">
      {orders.map((order) => (
        <li key={order.id} className="border-b border-line py-2">
          <p className="font-semibold">
            <TextLink href={`/patients/${order.patient_id}/orders/${order.id}`}>{testNames(order)}</TextLink>
          </p>
          <p className="text-sm">
            <OrderStateWord order={order} />
            {order.priority === 'routine' ? null : (
              <>
                , <PriorityMark priority={order.priority} />
              </>
            )}
            {order.overdue ? <strong className="ml-2 text-abnormal">Overdue</strong> : null}
          </p>
          <TransmissionLine order={order} />
          <p className="text-sm text-ink-2">
            {order.order_number}, ordered {format.instant(order.created_at)}
            {order.collect_on ? `, collect on ${formatDate(order.collect_on)}` : ''}
          </p>
        </li>
      ))}
    </ul>
  );
}
