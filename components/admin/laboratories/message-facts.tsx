import { useFormat } from '#format';
import type { InboundMessageDetail } from '@/server/domain/inbound-messages/contract';
import { MOST_TRIES } from '@/server/domain/inbound-messages/rules';
import { NOT_OF_ONE_PATIENT } from '@/server/domain/patient-updates/rules';
import { formatBytes } from '../../format/numbers';
import { Fact } from '../../ui/facts';
import { TextLink } from '../../ui/text-link';
import { MessageStateWord } from './message-state';
import { ACK_WORDS, failureWords, MESSAGE_WORDS, problemWords, typeWords } from './message-words';

interface MessageFactsProps {
  message: InboundMessageDetail;
}

/** A request of a hospital contradicts nothing. */
const summaryOf = ({ state, patient_updates: updates }: InboundMessageDetail) =>
  state === 'conflict' &&
  updates.length > 0 &&
  updates.every(({ problem }) => (NOT_OF_ONE_PATIENT as readonly (string | null)[]).includes(problem))
    ? { means: 'The hospital asks to change records.', todo: 'Review the request below.' }
    : MESSAGE_WORDS[state];

/** The state, why, and what to do. */
export function MessageSummary({ message }: MessageFactsProps) {
  const format = useFormat();
  const { means, todo } = summaryOf(message);
  return (
    <div className="mb-6 max-w-3xl">
      <p>
        <MessageStateWord state={message.state} />. {means}
        {message.failure && !message.set_aside ? ` ${failureWords(message.failure)}` : ''}
        {message.set_aside
          ? ` Set aside by ${message.set_aside.by_name ?? 'an administrator'}: ${message.set_aside.reason}`
          : ''}
        {message.tries > 1 && message.state === 'received'
          ? ` Attempt ${message.tries} of ${MOST_TRIES}.`
          : ''}
        {message.next_try_at ? ` Next attempt ${format.instant(message.next_try_at, 'second')}.` : ''}
        {message.duplicate_of ? (
          <>
            {' '}
            <TextLink href={`/admin/lab-connections/messages/${message.duplicate_of}`}>
              First message
            </TextLink>
          </>
        ) : null}
      </p>
      {todo && (message.may_run_again || message.state !== 'parked') ? (
        <p className="mt-1 font-semibold">{todo}</p>
      ) : null}
    </div>
  );
}

export function MessageFacts({ message }: MessageFactsProps) {
  const format = useFormat();
  const at = (instant: string): string => format.instant(instant, 'second');
  const sent = [message.sending_application, message.sending_facility].filter((part) => part !== null);
  return (
    <dl className="mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 md:grid-cols-3">
      <Fact label="Acknowledgment">
        {message.ack_code ? (
          <>
            {ACK_WORDS[message.ack_code]}
            {message.acknowledged_at ? `, ${at(message.acknowledged_at)}` : ''}
          </>
        ) : (
          'None requested'
        )}
        {message.ack_problem ? <span className="block">{problemWords(message.ack_problem)}</span> : null}
      </Fact>
      <Fact label="Connection">
        <TextLink href={`/admin/lab-connections/${message.connection_id}`}>
          {message.connection_name}
        </TextLink>
        {message.remote_address ? (
          <>
            , from <code className="font-mono">{message.remote_address}</code>
          </>
        ) : null}
        {message.file_name ? (
          <>
            , file <code className="font-mono">{message.file_name}</code>
          </>
        ) : null}
      </Fact>
      <Fact label="Sender">
        {sent.length > 0 ? <code className="font-mono">{sent.join(', ')}</code> : 'Not sent'}
      </Fact>
      <Fact label="Type and version">
        <code className="font-mono">{typeWords(message.message_type, message.event)}</code>
        {message.version ? `, version ${message.version}` : ', no version'}
        {message.processing_id ? `, processing ID ${message.processing_id}` : ''}
      </Fact>
      <Fact label="Control ID">
        {message.control_id ? <code className="font-mono">{message.control_id}</code> : 'Not sent'}
      </Fact>
      <Fact label="Size">{formatBytes(message.size)}</Fact>
      <Fact label="ID">
        <code className="font-mono">{message.id}</code>
      </Fact>
    </dl>
  );
}
