'use client';

import { useState, type ReactNode } from 'react';
import { useFormat } from '#format';
import {
  CONNECTION_KINDS,
  TRANSPORTS,
  type ConnectionKind,
  type Transport,
} from '@/server/data-types/lab-connection-codes';
import { api } from '../../client/client';
import { once, useOnce, type Once } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { CreatedHeading } from '../../ui/created-heading';
import { FormActions } from '../../ui/form-actions';
import { ErrorSummary } from '../../ui/error-summary';
import { NeedsScripts } from '../../ui/needs-scripts';
import { ConnectionCreated, type Made } from './connection-created';
import { connectionFields } from './connection-fields';
import { ConnectionForm } from './connection-form';
import { assertOwnName, readSettings } from './connection-values';
import { KIND_WORDS, TRANSPORT_WORDS } from './connection-words';

async function create(
  data: FormData,
  kind: ConnectionKind,
  transport: Transport,
  zones: readonly string[],
  names: readonly string[],
  submission: Once,
): Promise<Made> {
  const input = { ...readSettings(data, { kind, transport }, zones), kind, transport };
  assertOwnName(input.name, names);
  const connection = await submission.send((options) =>
    api.labConnections.createLabConnection.mutate(input, options),
  );
  if (transport !== 'https') return { connection, secret: null };
  // The connection exists: keys can also be created on its page.
  const made = await once()
    .send((options) => api.labConnections.createIngestKey.mutate({ connection_id: connection.id }, options))
    .catch(() => null);
  return { connection, secret: made?.key ?? null };
}

interface NewConnectionFormProps {
  /** Replaced once the connection is created. */
  heading: ReactNode;
  zones: readonly string[];
  /** Of the other connections. */
  names: readonly string[];
}

export function NewConnectionForm({ heading, zones, names }: NewConnectionFormProps) {
  const format = useFormat();
  const [kind, setKind] = useState<ConnectionKind>('laboratory');
  const [transport, setTransport] = useState<Transport>('mllp');
  const [made, setMade] = useState<Made | null>(null);
  const [changed, setChanged] = useState(false);
  const submission = useOnce();
  const { form, busy, pending, error, setError } = useSubmit(
    (data) => create(data, kind, transport, zones, names, submission),
    setMade,
  );
  if (made)
    return (
      <>
        <CreatedHeading title="Connection created" />
        <ConnectionCreated {...made} />
      </>
    );
  return (
    <>
      <UnsavedGuard active={changed} />
      {heading}
      <form method="post" {...form} onInput={() => setChanged(true)} className="max-w-4xl space-y-5">
        <ErrorSummary error={error} fields={connectionFields.places} />
        <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
          <Choice
            name="kind"
            legend="Sender"
            words={KIND_WORDS}
            values={CONNECTION_KINDS}
            chosen={kind}
            choose={(chosen) => {
              // Its fields may be gone.
              setError(null);
              setKind(chosen);
            }}
          />
          <Choice
            name="transport"
            legend="Transport"
            words={TRANSPORT_WORDS}
            values={TRANSPORTS}
            chosen={transport}
            choose={(chosen) => {
              setError(null);
              setTransport(chosen);
            }}
          />
        </div>
        <ConnectionForm
          key={kind}
          kind={kind}
          transport={transport}
          known={{ time_zone: format.timeZone }}
          zones={zones}
          controls={connectionFields.controls(error)}
        />
        <FormActions
          label="Create connection"
          pendingLabel="Creating"
          pending={pending}
          busy={busy}
          cancelHref="/admin/lab-connections"
          does="create"
        />
      </form>
      <NeedsScripts what="Creating a connection" />
    </>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  legend: string;
  values: readonly Value[];
  words: Readonly<Record<Value, { label: string; detail: string }>>;
  chosen: Value;
  choose: (value: Value) => void;
}

/** Decides which fields the form has. */
function Choice<Value extends string>({ name, legend, values, words, chosen, choose }: ChoiceProps<Value>) {
  return (
    <fieldset id={name} tabIndex={-1}>
      <legend className="font-semibold">{legend}</legend>
      {values.map((value) => (
        <label
          key={value}
          htmlFor={`${name}-${value}`}
          className="target flex min-h-8 items-start gap-2.5 py-1 pr-2"
        >
          <input
            id={`${name}-${value}`}
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => choose(value)}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span>
            {words[value].label}
            <span className="block text-sm text-ink-2">{words[value].detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
