'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import type { IngestKey } from '@/server/domain/lab-connections/contract';
import { api } from '../../client/client';
import { lastUse } from '../api-keys/key-words';
import { inDays } from '../api-keys/lifetime';
import { count } from '../../format/numbers';
import { defineFields } from '../../client/form-fields';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { ErrorSummary } from '../../ui/error-summary';
import { showToast } from '../../ui/toast';
import { SecretOnce } from '../../secrets/secret-once';
import { SelectField } from '../../ui/select-field';

interface IngestKeysProps {
  connectionId: string;
  keys: readonly IngestKey[];
  /** Limit of the organization; null for none. */
  maxDays: number | null;
  now: number;
}

/** An empty value is the longest lifetime. */
const lifetimes = (maxDays: number | null) => [
  { value: '', label: maxDays === null ? 'No expiry' : `${count(maxDays, 'day')} (maximum)` },
  ...[90, 365]
    .filter((days) => maxDays === null || days < maxDays)
    .map((days) => ({ value: String(days), label: count(days, 'day') })),
];
const FIELDS = defineFields({
  lifetime: {
    pointer: '/expires_at',
    label: 'New key lifetime',
    className: 'max-w-full',
  },
});

export function IngestKeys({ connectionId, keys, maxDays, now }: IngestKeysProps) {
  const router = useRouter();
  const [made, setMade] = useState<IngestKey | null>(null);
  const [opened] = useState(Date.now);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(
    (data) => {
      const days = FIELDS.read(data).lifetime;
      const input = {
        connection_id: connectionId,
        expires_at: days === null ? null : inDays(days, opened),
      };
      return submission.send((options) => api.labConnections.createIngestKey.mutate(input, options));
    },
    (key) => {
      setMade(key);
      router.refresh();
    },
  );
  const { field } = FIELDS.controls(error);
  return (
    <>
      {keys.length > 0 ? (
        <KeyTable keys={keys} now={now} />
      ) : (
        <p>No ingest key. The laboratory cannot send messages.</p>
      )}
      {made ? (
        <div className="mt-4">
          <SecretOnce
            title="New ingest key"
            label="Ingest key"
            value={made.key}
            lost={`Revoke ${made.stub} and create another key.`}
          >
            <Button onClick={() => setMade(null)}>Done</Button>
          </SecretOnce>
        </div>
      ) : (
        <form method="post" {...form} className="mt-4 flex flex-wrap items-end gap-3">
          <ErrorSummary error={error} fields={FIELDS.places} />
          <SelectField {...field('lifetime')} options={lifetimes(maxDays)} />
          <Button type="submit" weight="secondary" disabled={busy}>
            {pending ? 'Creating' : 'Create key'}
          </Button>
        </form>
      )}
    </>
  );
}

function KeyTable({ keys, now }: Pick<IngestKeysProps, 'keys' | 'now'>) {
  const format = useFormat();
  const at = (instant: string): string => format.instant(instant);
  return (
    <DataTable caption="Ingest keys" columns={['Key', 'Created', 'Last use', 'Status', { hidden: 'Action' }]}>
      {keys.map((key) => {
        const use = lastUse(key, format, now);
        const isOver = key.expires_at !== null && Date.parse(key.expires_at) <= now;
        return (
          <Row key={key.id}>
            <RowHead>
              <code className="font-mono">{key.stub}</code>
            </RowHead>
            <Cell label="Created">{at(key.created_at)}</Cell>
            <Cell label="Last use" className="first-letter:uppercase">
              {use}
            </Cell>
            <Cell label="Status">
              {key.revoked_at
                ? `Revoked ${at(key.revoked_at)}`
                : key.expires_at
                  ? `${isOver ? 'Expired' : 'Expires'} ${at(key.expires_at)}`
                  : 'Active'}
            </Cell>
            <Cell>
              {key.revoked_at || isOver ? null : <RevokeIngestKey id={key.id} stub={key.stub} use={use} />}
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}

function RevokeIngestKey({ id, stub, use }: { id: string; stub: string; use: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Revoke', weight: 'quiet', name: `Revoke ${stub}` }}
      title={`Revoke ingest key ${stub}?`}
      confirm="Revoke key"
      isDestructive
      onConfirm={() => api.labConnections.revokeIngestKey.mutate({ id })}
      done={() => {
        showToast(`Ingest key ${stub} revoked.`);
        router.refresh();
      }}
    >
      <p>
        Last use: <strong>{use}</strong>. Messages with this key are rejected immediately. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
