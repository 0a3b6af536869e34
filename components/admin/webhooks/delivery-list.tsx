import { useFormat } from '#format';
import type { Delivery } from '@/server/domain/webhooks/contract';
import { DELIVERY_STATUS_WORDS } from '@/server/domain/webhooks/rules';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { Missing } from '../../ui/missing';
import { TextLink } from '../../ui/text-link';
import { causeOf, isWithoutRecord } from './health';
import { Redeliver } from './webhook-actions';

export const PROBLEM_STATUSES: ReadonlySet<Delivery['status']> = new Set(['failed', 'exhausted', 'held']);

interface DeliveryListProps {
  deliveries: readonly Delivery[];
  /** Of the webhook: a paused one sends nothing. */
  enabled: boolean;
}

export function DeliveryList({ deliveries, enabled }: DeliveryListProps) {
  const format = useFormat();
  return (
    <DataTable
      caption="Deliveries"
      columns={['Event', 'Status', 'Created', 'Attempts', 'Last response', { hidden: 'Action' }]}
    >
      {deliveries.map((delivery) => {
        const last = delivery.attempts.at(-1);
        return (
          <Row key={delivery.id}>
            <RowHead>
              <TextLink href={`/admin/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}`}>
                <code className="font-mono text-sm">{delivery.event_type}</code>
              </TextLink>
              {delivery.manual ? (
                <span className="block text-sm font-normal text-ink-2">Resent manually</span>
              ) : null}
            </RowHead>
            <Cell
              label="Status"
              className={PROBLEM_STATUSES.has(delivery.status) ? 'font-semibold text-abnormal' : ''}
            >
              {DELIVERY_STATUS_WORDS[delivery.status]}
              {delivery.next_attempt_at ? (
                <span className="block text-sm font-normal text-ink-2">
                  Next attempt {format.instant(delivery.next_attempt_at, 'second')}
                </span>
              ) : null}
            </Cell>
            <Cell label="Created">{format.instant(delivery.created_at, 'second')}</Cell>
            <Cell label="Attempts">
              {isWithoutRecord(delivery) ? <Missing words="Removed" /> : delivery.attempts.length}
            </Cell>
            <Cell label="Last response">
              {last ? (
                <>
                  {causeOf(last)}
                  <span className="block text-sm text-ink-2">
                    {format.instant(last.sent_at, 'second')}, {last.duration_ms} ms
                  </span>
                </>
              ) : (
                <span className="text-ink-2">
                  {isWithoutRecord(delivery) ? 'Removed with the patient’s data' : 'No attempts yet'}
                </span>
              )}
            </Cell>
            <Cell>{enabled && delivery.status !== 'pending' ? <Redeliver delivery={delivery} /> : null}</Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
