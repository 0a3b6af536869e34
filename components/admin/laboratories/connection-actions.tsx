'use client';
/** Pausing, resuming and deleting a lab connection; each says first what stops. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';

type Shown = Pick<LabConnection, 'id' | 'name' | 'enabled' | 'transport' | 'port'>;

const STOPS: Readonly<Record<LabConnection['transport'], string>> = {
  mllp: 'its port is shut, and its system will report that it cannot connect',
  https: 'what it posts is refused, and its system will report that',
  folder: 'its files stay in the folder, unread',
};

export function ConnectionActions({ connection }: { connection: Shown }) {
  const { id, name, enabled } = connection;
  return (
    <>
      {enabled ? (
        <PauseConnection {...connection} />
      ) : (
        <ActionButton
          label="Resume"
          done={`${name} is taken from again.`}
          weight="primary"
          run={() => api.labConnections.updateLabConnection.mutate({ id, enabled: true })}
        />
      )}
      <DeleteConnection {...connection} />
    </>
  );
}

function PauseConnection({ id, name, transport }: Shown) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Pause', weight: 'secondary' }}
      title={`Take nothing from ${isolate(name)}?`}
      confirm="Pause connection"
      keep="Go on taking"
      act={() => api.labConnections.updateLabConnection.mutate({ id, enabled: false })}
      done={() => {
        announce(`${name} is paused.`);
        router.refresh();
      }}
    >
      <p>
        No results come from this laboratory until you resume: {STOPS[transport]}. What it has sent already is
        worked up.
      </p>
    </ConfirmDialog>
  );
}

/** The name is typed, so that it is never a slip. */
function DeleteConnection({ id, name, transport }: Shown) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      opener={{ label: 'Delete', weight: 'secondary', onOpen: () => setTyped('') }}
      title={`Delete the connection ${isolate(name)}?`}
      confirm="Delete connection"
      keep="Keep it"
      ready={typed.trim() === name}
      act={() => api.labConnections.deleteLabConnection.mutate({ id })}
      done={() => {
        announce(`Connection ${name} deleted.`);
        router.push('/admin/lab-connections');
        router.refresh();
      }}
    >
      <p className="mb-3">
        No results come from this laboratory any more: {STOPS[transport]}. Its keys end, and so does its map
        of codes. What it has sent stays, and results that are filed stay. This cannot be undone.
      </p>
      <TextField
        id="confirm-name"
        label={`Type ${name} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
