'use client';
/** Keys with which a laboratory posts its messages: listed by their ends, made, and ended. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import type { IngestKey } from '@/server/domain/lab-connections/contract';
import { api } from '../../client/client';
import { inDays } from '../api-keys/lifetime';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { agoWords } from '../../format/relative';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import { announce } from '../../ui/live-region';
import { SecretOnce } from '../../ui/secret-once';
import { SelectField } from '../../ui/select-field';

interface IngestKeysProps {
  connectionId: string;
  keys: readonly IngestKey[];
  now: number;
}

const LIVES = [
  { value: '', label: 'Never, or as late as your organization allows' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];
const FIELDS: readonly FieldPlace[] = [['/expires_at', 'lifetime']];

export function IngestKeys({ connectionId, keys, now }: IngestKeysProps) {
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const { form, busy, pending, error, at } = useSubmit(
    (data) => {
      const days = valueOf(data, 'lifetime');
      return api.labConnections.createIngestKey.mutate({
        connection_id: connectionId,
        expires_at: days === null ? null : inDays(days),
      });
    },
    (made) => {
      setSecret(made.key ?? null);
      router.refresh();
    },
  );
  return (
    <>
      {keys.length > 0 ? <KeyTable keys={keys} now={now} /> : <p>It has no key, so nothing can be posted.</p>}
      {secret ? (
        <div className="mt-4">
          <SecretOnce title="New ingest key" label="Ingest key" value={secret}>
            <Button onClick={() => setSecret(null)}>Done</Button>
          </SecretOnce>
        </div>
      ) : (
        <form method="post" {...form} className="mt-4 flex flex-wrap items-end gap-3">
          <ErrorSummary error={error} fields={FIELDS} />
          <SelectField
            id="lifetime"
            name="lifetime"
            label="A new key expires"
            options={LIVES}
            className="max-w-full"
            error={at('/expires_at')}
          />
          <Button type="submit" weight="secondary" disabled={busy}>
            {pending ? 'Making' : 'Make a key'}
          </Button>
        </form>
      )}
    </>
  );
}

function KeyTable({ keys, now }: Omit<IngestKeysProps, 'connectionId'>) {
  const format = useFormat();
  const at = (instant: string): string => format.instant(instant);
  return (
    <DataTable caption="Ingest keys" columns={['Key', 'Made', 'Last use', 'State', { hidden: 'Action' }]}>
      {keys.map((key) => {
        const use = key.last_used_at
          ? `used ${agoWords(key.last_used_at, now)} (${at(key.last_used_at)})${key.last_used_ip ? ` from ${key.last_used_ip}` : ''}`
          : 'never used';
        const isOver = key.expires_at !== null && Date.parse(key.expires_at) <= now;
        return (
          <Row key={key.id}>
            <RowHead>
              <code className="font-mono">{key.stub}</code>
            </RowHead>
            <Cell label="Made">{at(key.created_at)}</Cell>
            <Cell label="Last use" className="first-letter:uppercase">
              {use}
            </Cell>
            <Cell label="State">
              {key.revoked_at
                ? `Revoked ${at(key.revoked_at)}`
                : key.expires_at
                  ? `${isOver ? 'Expired' : 'Expires'} ${at(key.expires_at)}`
                  : 'Works, without end'}
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
      title={`Revoke the key ${stub}?`}
      confirm="Revoke key"
      keep="Keep it"
      act={() => api.labConnections.revokeIngestKey.mutate({ id })}
      done={() => {
        announce(`Key ${stub} revoked.`);
        router.refresh();
      }}
    >
      <p>
        This key was <strong>{use}</strong>. What the laboratory posts with it is refused at once, and results
        stop coming until it uses another. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
