'use client';

import { useState } from 'react';
import { useFormat } from '#format';
import { TRANSPORTS, type Transport } from '@/server/data-types/lab-connection-codes';
import { api } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { LinkButton } from '../../ui/link-button';
import { ConnectionCreated, type Made } from './connection-created';
import { connectionFields } from './connection-fields';
import { ConnectionForm } from './connection-form';
import { readSettings } from './connection-values';
import { TRANSPORT_WORDS } from './connection-words';

async function create(data: FormData, transport: Transport): Promise<Made> {
  const connection = await api.labConnections.createLabConnection.mutate({
    ...readSettings(data, transport),
    transport,
  });
  if (transport !== 'https') return { connection, secret: null };
  try {
    const made = await api.labConnections.createIngestKey.mutate({ connection_id: connection.id });
    return { connection, secret: made.key ?? null };
  } catch {
    // The connection exists; a second submit would create another. Keys can be created on its page.
    return { connection, secret: null };
  }
}

export function NewConnectionForm() {
  const format = useFormat();
  const [transport, setTransport] = useState<Transport>('mllp');
  const [made, setMade] = useState<Made | null>(null);
  const { form, busy, pending, error } = useSubmit((data) => create(data, transport), setMade);
  if (made) return <ConnectionCreated {...made} />;
  return (
    <form method="post" {...form} className="max-w-4xl space-y-5">
      <ErrorSummary error={error} fields={connectionFields.places} />
      <fieldset id="transport" tabIndex={-1}>
        <legend className="font-semibold">Transport</legend>
        {TRANSPORTS.map((value) => (
          <label
            key={value}
            htmlFor={`transport-${value}`}
            className="target flex min-h-8 items-start gap-2.5 py-1 pr-2"
          >
            <input
              id={`transport-${value}`}
              type="radio"
              name="transport"
              value={value}
              checked={transport === value}
              onChange={() => setTransport(value)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              {TRANSPORT_WORDS[value].label}
              <span className="block text-sm text-ink-2">{TRANSPORT_WORDS[value].detail}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <ConnectionForm
        transport={transport}
        known={{ time_zone: format.timeZone }}
        controls={connectionFields.controls(error)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Creating' : 'Create connection'}
        </Button>
        <LinkButton href="/admin/lab-connections" weight="secondary">
          Cancel
        </LinkButton>
        <span className="hidden text-sm text-ink-2 keys:inline">Ctrl+Enter to create</span>
      </div>
    </form>
  );
}
