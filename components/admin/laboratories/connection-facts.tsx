import type { LabConnection } from '@/server/domain/lab-connections/contract';
import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { FEED_FIELDS, type FeedField } from '@/server/data-types/lab-connection-codes';
import { count } from '../../format/numbers';
import { Fact } from '../../ui/facts';
import { TextLink } from '../../ui/text-link';
import { networkWords } from '../api-keys/key-words';
import {
  FEED_FIELD_WORDS,
  ignoredWords,
  KIND_WORDS,
  TRANSPORT_WORDS,
  workingWords,
} from './connection-words';

const inSentence = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

function updateWords(fields: readonly FeedField[]): string {
  if (fields.length === 0) return 'Updates nothing.';
  if (fields.length === FEED_FIELDS.length) return 'Updates all fields.';
  return `Updates: ${fields.map((field) => inSentence(FEED_FIELD_WORDS[field])).join('; ')}.`;
}

export function ConnectionFacts({ connection, feed }: { connection: LabConnection; feed: Feed | undefined }) {
  const { transport, port, tls, allowed_addresses, silence_hours, working_hours } = connection;
  return (
    <dl className="mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 md:grid-cols-2 xl:grid-cols-4">
      {connection.kind === 'hospital_feed' ? (
        <Fact label="Sender">
          {KIND_WORDS[connection.kind].label}.{' '}
          {connection.create_patients ? 'Creates unknown patients.' : 'Creates no patients.'}{' '}
          {updateWords(connection.update_demographics ?? [])}
          {connection.merge === 'automatic' ? ' Merges records automatically.' : ''}
        </Fact>
      ) : null}
      <Fact label="Transport">
        {TRANSPORT_WORDS[transport].label}
        {transport === 'mllp' ? `, port ${port}${tls ? ', TLS' : ', no TLS'}` : ''}
      </Fact>
      {transport === 'folder' ? null : (
        <Fact label="Allowed addresses">
          {allowed_addresses.length === 0 ? (
            'All'
          ) : (
            <code className="font-mono">{allowed_addresses.map(networkWords).join(', ')}</code>
          )}
        </Fact>
      )}
      <Fact label="Alerts">
        {`Unprocessed message for ${count(connection.waiting_minutes, 'minute')}. `}
        {silence_hours === null
          ? 'No alert for missing messages.'
          : `No messages for ${count(silence_hours, 'hour')}${
              working_hours ? ` (${workingWords(working_hours)})` : ''
            }`}
      </Fact>
      {connection.processing_policy === 'go_live' ? (
        <Fact label="Go-live">Test messages (T, D) are accepted but not filed.</Fact>
      ) : null}
      {connection.ignored_files ? <Fact label="Files">{ignoredWords(connection.ignored_files)}</Fact> : null}
      {feed?.waiting_message_id ? (
        <Fact label="Unprocessed">
          {count(feed.waiting, 'message')}.{' '}
          <TextLink href={`/admin/lab-connections/messages/${feed.waiting_message_id}`}>
            Oldest unprocessed message
          </TextLink>
        </Fact>
      ) : null}
      {feed && feed.refused_connections > 0 ? (
        <Fact label="Rejected connections">{feed.refused_connections} (limit reached)</Fact>
      ) : null}
      {feed && feed.parked > 0 ? (
        <Fact label="Set aside">
          <TextLink href={`/admin/lab-connections/messages?connection=${connection.id}&state=parked`}>
            {count(feed.parked, 'message')}
          </TextLink>
        </Fact>
      ) : null}
      {feed && feed.unmapped > 0 ? (
        <Fact label="Codes">
          <TextLink href={`/admin/lab-connections/codes?connection=${connection.id}`}>
            {count(feed.unmapped, 'code')} not mapped
          </TextLink>
        </Fact>
      ) : null}
    </dl>
  );
}
