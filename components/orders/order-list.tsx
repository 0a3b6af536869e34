/** Orders of one patient or of several. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import {
  isDueForCollection,
  isCanceling,
  ORDER_STATUS_WORDS,
  orderStateWord,
  progressWord,
  transmissionWord,
} from '@/server/domain/lab-orders/rules';
import { formatDate } from '../format/dates';
import { agoShort } from '../format/relative';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { ReportFlag, testNames } from './order-sheet';
import { orderHref, type OrderQuery } from './order-views';
import { PriorityMark } from './priority-mark';

/** Look of the dot next to the status. */
function dotOf(order: LabOrder): 'active' | 'done' | 'problem' | undefined {
  const { status, overdue, transmission } = order;
  if (status === 'completed') return 'done';
  // A ring: placed, or canceled.
  if (status === 'cancelled') return undefined;
  if (overdue || status === 'rejected' || status === 'failed' || transmission.status === 'failed')
    return 'problem';
  const isCancellationFailing = isCanceling(transmission) && transmission.failing_since !== null;
  if (isMissing(order) || isStuck(order) || isCancellationFailing) return 'problem';
  return status === 'requested' ? undefined : 'active';
}

const stateOf = ({ status, transmission }: LabOrder): string => orderStateWord(status, transmission);

/** Not sent although the results are late, or STAT and on paper. */
const isMissing = (order: LabOrder): boolean =>
  stateOf(order) === ORDER_STATUS_WORDS.requested && (order.overdue || order.transmission.unsent);

/** The order or its cancellation does not reach the laboratory, so that it is listed under “Needs attention”. */
const isStuck = ({ transmission }: LabOrder): boolean =>
  transmission.unsent || (isCanceling(transmission) && transmission.status === 'failed');

function transmissionWords({ transmission }: LabOrder): string {
  const word = transmissionWord(transmission);
  if (transmission.paused) return `${word}, sending is paused`;
  return transmission.failing_since === null ? word : `${word}, sending failed`;
}

/** The state of the order is that of its transmission. */
const isTransmissionState = (order: LabOrder): boolean =>
  stateOf(order) === transmissionWord(order.transmission);

export function OrderStateWord({ order }: { order: LabOrder }) {
  const isStuckHere = isTransmissionState(order) && isStuck(order);
  const word = isTransmissionState(order) ? transmissionWords(order) : stateOf(order);
  const isRefused = order.status === 'rejected' || order.status === 'failed';
  if (!isStuckHere && !isMissing(order) && !isRefused) return word;
  return <strong className="font-semibold text-abnormal">{word}</strong>;
}

export const OrderState = ({ order }: { order: LabOrder }) => (
  <>
    <span className="dot" data-state={dotOf(order)} />
    <OrderStateWord order={order} />
    {order.overdue ? <strong className="ml-2 text-abnormal">Overdue</strong> : null}
  </>
);

/** What the state of the order does not say. */
export function TransmissionLine({ order }: { order: LabOrder }) {
  const { status, reason } = order.transmission;
  const isShown =
    status === 'queued' ||
    status === 'rejected' ||
    status === 'failed' ||
    status === 'cancel_requested' ||
    status === 'cancel_refused';
  if (!isShown) return null;
  const progress = progressWord(order.status, order.transmission);
  const shown = isTransmissionState(order) ? null : (
    <span className={isStuck(order) ? 'font-semibold text-abnormal' : ''}>{transmissionWords(order)}</span>
  );
  return (
    <>
      {progress === stateOf(order) ? null : <span className="block text-sm text-ink-2">{progress}</span>}
      {shown || reason ? (
        <span className="block text-sm text-ink-2">
          {shown}
          {shown && reason ? ': ' : ''}
          {reason ? <bdi>{reason}</bdi> : null}
        </span>
      ) : null}
    </>
  );
}

export function OrderList({
  orders,
  caption,
  today,
  now,
  identity,
  hasLabNumber = false,
  query = {},
  actions,
}: {
  orders: readonly LabOrder[];
  caption: string;
  /** In the time zone of the organization. */
  today: string;
  now: number;
  /** Identity of the patient, in lists of several patients. */
  identity?: (order: LabOrder) => ReactNode;
  /** In a search by number. */
  hasLabNumber?: boolean;
  /** The list, to which a page of an order leads back; by default that of the chart. */
  query?: OrderQuery;
  /** For users who may change orders. */
  actions?: (order: LabOrder) => ReactNode;
}) {
  const format = useFormat();
  const columns = ['Tests', ...(identity ? ['Patient'] : []), 'Order', 'Priority', 'Status', 'Reports'];
  return (
    <div className={identity ? 'orders-of-patients' : undefined}>
      <DataTable caption={caption} columns={columns}>
        {orders.map((order) => {
          const last = order.status_history.at(-1);
          return (
            <Row key={order.id}>
              <RowHead>
                <TextLink href={orderHref(order, query)}>{testNames(order)}</TextLink>
                {order.ordering_clinician?.name ? (
                  <span className="block text-sm font-normal text-ink-2">
                    Ordered by <bdi>{order.ordering_clinician.name}</bdi>
                  </span>
                ) : null}
                {order.notes ? (
                  <span className="block text-sm font-normal whitespace-pre-wrap text-ink-2">
                    Note: <bdi>{order.notes}</bdi>
                  </span>
                ) : null}
              </RowHead>
              {identity ? <Cell>{identity(order)}</Cell> : null}
              <Cell label="Order">
                {order.order_number}{' '}
                {isCanceling(order.transmission) ? null : (
                  <TextLink
                    href={`/print/orders/${order.id}`}
                    className="inline-flex min-h-6 items-center text-sm"
                    aria-label={`Requisition of order ${order.order_number}`}
                  >
                    Requisition
                  </TextLink>
                )}
                {hasLabNumber && order.transmission.filler_order_number ? (
                  <span className="block text-sm">
                    Lab number <bdi>{order.transmission.filler_order_number}</bdi>
                  </span>
                ) : null}
                <span className="block text-sm whitespace-nowrap text-ink-2">
                  Ordered {format.instant(order.created_at)}
                </span>
                {order.collect_on ? (
                  <span className="block text-sm whitespace-nowrap">
                    Collect on {formatDate(order.collect_on)}
                    {isDueForCollection(order, today) ? <strong className="ml-2">Due</strong> : null}
                  </span>
                ) : null}
              </Cell>
              <Cell label="Priority" className={order.priority === 'routine' ? 'max-md:hidden!' : ''}>
                <PriorityMark priority={order.priority} />
              </Cell>
              <Cell label="Status">
                <OrderState order={order} />
                {last && last.status !== 'requested' ? (
                  <span className="text-sm whitespace-nowrap text-ink-2 max-md:ml-2 md:block">
                    since {format.instant(last.at)}
                  </span>
                ) : null}
                {order.overdue && order.expected_by ? (
                  <time
                    dateTime={order.expected_by}
                    title={format.instant(order.expected_by)}
                    className="block text-sm whitespace-nowrap text-ink-2"
                  >
                    Expected {agoShort(order.expected_by, now)}
                  </time>
                ) : null}
                <TransmissionLine order={order} />
                {last?.reason && last.reason !== order.transmission.reason ? (
                  <span className="block text-sm text-ink-2">{last.reason}</span>
                ) : null}
                {actions?.(order)}
              </Cell>
              <Cell label="Reports" className={order.result_ids.length === 0 ? 'max-md:hidden!' : ''}>
                {order.result_ids.length === 0 ? (
                  <span className="text-ink-2">None yet</span>
                ) : (
                  order.result_ids.map((id, index) => (
                    <TextLink
                      key={id}
                      href={`/patients/${order.patient_id}/results/${id}`}
                      className="mr-2 whitespace-nowrap"
                    >
                      {order.result_ids.length === 1 ? 'Report' : `Report ${index + 1}`}
                    </TextLink>
                  ))
                )}
                {order.result_severity ? (
                  <ReportFlag status="final" severity={order.result_severity} />
                ) : null}
              </Cell>
            </Row>
          );
        })}
      </DataTable>
    </div>
  );
}
