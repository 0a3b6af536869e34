'use client';
/** A new connection, with the data that the sender needs. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { isolate } from '../../format/isolate';
import { CopyBlock } from '../../ui/copy-block';
import { CopyField } from '../../ui/copy-field';
import { LinkButton } from '../../ui/link-button';
import { SecretOnce } from '../../secrets/secret-once';
import { FirstMessage } from './first-message';
import { sampleCommand } from './first-message-sample';

export interface Made {
  connection: LabConnection;
  /** Null if not needed or if it could not be created. */
  secret: string | null;
}

export function ConnectionCreated({ connection, secret }: Made) {
  const onward = <LinkButton href={`/admin/lab-connections/${connection.id}`}>Go to connection</LinkButton>;
  const address = `${window.location.origin}/ingest/hl7v2`;
  const [command] = useState(() => sampleCommand(connection.kind, address, secret ?? '', new Date()));
  if (secret)
    return (
      <>
        <SecretOnce
          title={`Ingest key for “${isolate(connection.name)}”`}
          label="Ingest key"
          value={secret}
          next="Go to connection"
        >
          {onward}
        </SecretOnce>
        <section aria-labelledby="first-message" className="mb-8 max-w-3xl space-y-3">
          <h2 id="first-message" className="text-section font-semibold">
            First message
          </h2>
          <FirstMessage connectionId={connection.id} />
          <CopyField id="address" label="Endpoint URL" value={address} />
          <CopyBlock label="Send a test message with this key" value={command} />
          <p className="text-ink-2">
            {connection.kind === 'hospital_feed'
              ? 'The test message is a discharge. It changes no patient and appears under Messages.'
              : 'The test message has a made-up patient and appears under Unmatched. Reject it there.'}
          </p>
        </section>
      </>
    );
  return (
    <Confirmation title={`Next step for “${isolate(connection.name)}”`}>
      <p className="mb-3 max-w-2xl">{sentence(connection)}</p>
      <FirstMessage connectionId={connection.id} />
      {onward}
    </Confirmation>
  );
}

function sentence({ transport, port, tls }: LabConnection): string {
  if (transport === 'mllp')
    return (
      `The sender connects to port ${port} of this service${tls ? ' with TLS' : ''}. ` +
      'The port opens within a few seconds.'
    );
  if (transport === 'folder') return 'The system operator sets up the folder and the access of the sender.';
  return 'The ingest key could not be created. Create one on the next page.';
}

function Confirmation({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="created">
      <h2 id="created" ref={heading} tabIndex={-1} className="mb-2 text-section font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
