/** Recent deliveries: state, event, time, tries, and the cause of a failure in words. */
import type { Delivery } from '@/server/domain/webhooks/contract';
import { formatInstant } from '../format/dates';
import { count } from '../format/numbers';
import { word } from '../format/words';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { causeOf } from './health';
import { Redeliver } from './webhook-actions';

const TROUBLED = new Set(['failed', 'exhausted', 'held']);

export function DeliveryList({ deliveries, zone }: { deliveries: readonly Delivery[]; zone: string }) {
  return (
    <DataTable
      caption="Recent deliveries"
      columns={['Event', 'State', 'Created', 'Tries', 'Last answer', { hidden: 'Action' }]}
    >
      {deliveries.map((delivery) => {
        const last = delivery.attempts.at(-1);
        return (
          <Row key={delivery.id}>
            <RowHead>
              <code className="font-mono text-sm">{delivery.event_type}</code>
              {delivery.manual ? (
                <span className="block text-sm font-normal text-ink-2">Sent again by a person</span>
              ) : null}
            </RowHead>
            <Cell
              label="State"
              className={TROUBLED.has(delivery.status) ? 'font-semibold text-abnormal' : ''}
            >
              {word('delivery', delivery.status)}
              {delivery.next_attempt_at ? (
                <span className="block text-sm font-normal text-ink-2">
                  Next try {formatInstant(delivery.next_attempt_at, zone)}
                </span>
              ) : null}
            </Cell>
            <Cell label="Created">{formatInstant(delivery.created_at, zone, 'second')}</Cell>
            <Cell label="Tries">{delivery.attempts.length}</Cell>
            <Cell label="Last answer">
              {last ? (
                <>
                  {causeOf(last)}
                  <span className="block text-sm text-ink-2">
                    {formatInstant(last.sent_at, zone, 'second')}, {last.duration_ms} ms
                  </span>
                  {last.response_excerpt ? (
                    <details>
                      <summary className="target inline-flex min-h-6 items-center text-sm text-accent underline">
                        Answer, {count(last.response_excerpt.length, 'character')}
                      </summary>
                      <pre
                        tabIndex={0}
                        aria-label="Answer of the receiver"
                        className="max-w-md overflow-x-auto bg-canvas p-2 font-mono text-sm whitespace-pre-wrap"
                      >
                        {last.response_excerpt}
                      </pre>
                    </details>
                  ) : null}
                </>
              ) : (
                <span className="text-ink-2">Not tried yet</span>
              )}
            </Cell>
            <Cell>
              {delivery.status === 'pending' ? null : (
                <Redeliver id={delivery.id} eventType={delivery.event_type} />
              )}
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
