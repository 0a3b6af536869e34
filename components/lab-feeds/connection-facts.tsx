/** What the laboratory must be told, and when an alarm comes. */
import type { ReactNode } from 'react';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import type { Feed } from '@/server/domain/lab-connections/health-contract';
import { count } from '../format/numbers';
import { TextLink } from '../ui/text-link';
import { networkWords } from '../api-keys/key-words';
import { TRANSPORT_WORDS, workingWords } from './connection-words';
import { dayWords } from './feed-health';

export function ConnectionFacts({ connection, feed }: { connection: LabConnection; feed: Feed | undefined }) {
  const { transport, port, tls, allowed_addresses, silence_hours, working_hours } = connection;
  return (
    <dl className="mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 md:grid-cols-3">
      <Fact name="How messages come">
        {TRANSPORT_WORDS[transport].label}
        {transport === 'mllp' ? `, port ${port}${tls ? ', with TLS' : ', without TLS'}` : ''}
        {transport === 'https' ? (
          <>
            , posted to <code className="font-mono">/ingest/hl7v2</code>
          </>
        ) : null}
      </Fact>
      {transport === 'folder' ? null : (
        <Fact name="From">
          {allowed_addresses.length === 0 ? (
            'Every address'
          ) : (
            <code className="font-mono">{allowed_addresses.map(networkWords).join(', ')}</code>
          )}
        </Fact>
      )}
      <Fact name="Alarm">
        {silence_hours === null
          ? 'None when it is silent'
          : `After ${count(silence_hours, 'hour')} without a message${
              working_hours ? `, counting ${workingWords(working_hours)}` : ''
            }`}
      </Fact>
      {feed ? <Fact name="Last 24 hours">{dayWords(feed)}</Fact> : null}
      {feed && feed.parked > 0 ? (
        <Fact name="Set aside">
          <TextLink href={`/admin/lab-connections/messages?connection=${connection.id}&state=parked`}>
            {count(feed.parked, 'message')} that failed
          </TextLink>
        </Fact>
      ) : null}
      {feed && feed.unmapped > 0 ? (
        <Fact name="Codes">
          <TextLink href={`/admin/lab-connections/codes?connection=${connection.id}`}>
            {count(feed.unmapped, 'code')} to be mapped
          </TextLink>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
