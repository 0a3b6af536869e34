/** Messages to laboratories, without patient data. */
import { useFormat } from '#format';
import type { OutboundMessage } from '@/server/domain/outbound-messages/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { FAILURE_WORDS, isOutboundProblem, KIND_WORDS, OUTBOUND_WORDS } from './destination-words';

const outboundHref = (id: string): string => `/admin/lab-connections/orders/${id}`;

export function OutboundList({ messages }: { messages: readonly OutboundMessage[] }) {
  const format = useFormat();
  return (
    <DataTable
      isDense
      caption="Sent orders"
      columns={['Created', 'Connection', 'Order', 'Status', 'Acknowledgment']}
    >
      {messages.map((message) => (
        <Row key={message.id}>
          <RowHead className="whitespace-nowrap">
            <TextLink href={outboundHref(message.id)}>
              <time dateTime={message.created_at}>{format.instant(message.created_at, 'second')}</time>
            </TextLink>
          </RowHead>
          <Cell label="Connection" className="wrap-anywhere">
            <bdi>{message.connection_name}</bdi>
          </Cell>
          <Cell label="Order">
            {message.order_number}
            <span className="block text-sm text-ink-2">{KIND_WORDS[message.kind]}</span>
          </Cell>
          <Cell label="Status">
            <OutboundStatusWord message={message} />
            {message.attempts > 0 ? (
              <span className="block text-sm text-ink-2">
                {count(message.attempts, 'attempt')}
                {message.next_attempt_at ? `, next ${format.instant(message.next_attempt_at, 'second')}` : ''}
              </span>
            ) : null}
          </Cell>
          <Cell label="Acknowledgment">
            {message.ack_code ?? <span className="text-ink-2">None</span>}
            {message.failure ? (
              <span className="block text-sm text-ink-2">{FAILURE_WORDS[message.failure]}</span>
            ) : null}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

export function OutboundStatusWord({ message }: { message: Pick<OutboundMessage, 'status'> }) {
  return (
    <span className={isOutboundProblem(message.status) ? 'font-semibold text-abnormal' : 'font-semibold'}>
      {OUTBOUND_WORDS[message.status]}
    </span>
  );
}
