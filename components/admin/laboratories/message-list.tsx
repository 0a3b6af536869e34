/** Laboratory messages, without patient data. */
import { useFormat } from '#format';
import type { InboundMessage } from '@/server/domain/inbound-messages/contract';
import { count, formatBytes } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { MessageStateWord } from './message-state';
import { problemWords, typeWords } from './message-words';

export function MessageList({ messages }: { messages: readonly InboundMessage[] }) {
  const format = useFormat();
  return (
    <DataTable
      isDense
      caption="Messages"
      columns={['Received', 'Connection', 'Message', 'Status', 'Acknowledgment']}
    >
      {messages.map((message) => (
        <Row key={message.id}>
          <RowHead className="whitespace-nowrap max-md:w-auto!">
            <TextLink href={`/admin/lab-connections/messages/${message.id}`}>
              <time dateTime={message.received_at}>{format.instant(message.received_at, 'second')}</time>
            </TextLink>
          </RowHead>
          <Cell className="wrap-anywhere">
            {message.connection_name}
            {message.sending_application || message.sending_facility ? (
              <span className="block text-sm text-ink-2 max-md:hidden">
                from {[message.sending_application, message.sending_facility].filter(Boolean).join(', ')}
              </span>
            ) : null}
          </Cell>
          <Cell label="Message" className="wrap-anywhere">
            <code className="font-mono text-sm">{typeWords(message.message_type, message.event)}</code>
            <span className="max-md:hidden">, {formatBytes(message.size)}</span>
            <span className="block text-sm text-ink-2 max-md:hidden">
              {message.control_id ? (
                <>
                  Control ID <code className="font-mono">{message.control_id}</code>
                </>
              ) : (
                'No control ID'
              )}
              {message.file_name ? (
                <>
                  {' '}
                  · file <code className="font-mono">{message.file_name}</code>
                </>
              ) : null}
            </span>
          </Cell>
          <Cell label="Status">
            <MessageStateWord state={message.state} />
            {message.warning_count > 0 ? (
              <span className="block text-sm text-ink-2">{count(message.warning_count, 'warning')}</span>
            ) : null}
          </Cell>
          <Cell label="Acknowledgment" className={message.ack_problem ? '' : 'max-md:hidden'}>
            {message.ack_code ?? <span className="text-ink-2">None requested</span>}
            {message.ack_problem ? (
              <span className="block text-sm text-ink-2">{problemWords(message.ack_problem)}</span>
            ) : null}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
