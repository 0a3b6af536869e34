'use client';
/** A new connection, with the data that the laboratory needs. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { isolate } from '../../format/isolate';
import { LinkButton } from '../../ui/link-button';
import { SecretOnce } from '../../ui/secret-once';

export interface Made {
  connection: LabConnection;
  /** Null if not needed or if it could not be created. */
  secret: string | null;
}

export function ConnectionCreated({ connection, secret }: Made) {
  const onward = <LinkButton href={`/admin/lab-connections/${connection.id}`}>Go to connection</LinkButton>;
  if (secret)
    return (
      <SecretOnce
        title={`Connection “${isolate(connection.name)}” created`}
        label="Ingest key"
        value={secret}
      >
        <p className="mb-3">
          The laboratory posts each message to{' '}
          <code className="font-mono wrap-anywhere">{`${window.location.origin}/ingest/hl7v2`}</code> with
          this key as <code className="font-mono">Authorization: Bearer</code>.
        </p>
        {onward}
      </SecretOnce>
    );
  return (
    <Confirmation title={`Connection “${isolate(connection.name)}” created`}>
      <p className="mb-3 max-w-2xl">{sentence(connection)}</p>
      {onward}
    </Confirmation>
  );
}

function sentence({ transport, port, tls }: LabConnection): string {
  if (transport === 'mllp')
    return (
      `The laboratory connects to port ${port} of this service${tls ? ' with TLS' : ''}. ` +
      'The port opens within a few seconds.'
    );
  if (transport === 'folder')
    return 'The system operator sets up the folder and the access of the laboratory.';
  return 'The ingest key could not be created. Create one on the next page.';
}

function Confirmation({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="created">
      <h2 id="created" ref={heading} tabIndex={-1} className="mb-2 text-value font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
