'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { TextField } from '../../ui/text-field';

type Shown = Pick<LabConnection, 'id' | 'name' | 'enabled' | 'transport' | 'port'>;

const STOPS: Readonly<Record<LabConnection['transport'], string>> = {
  mllp: 'Its port is closed and connections fail',
  https: 'Its requests are rejected',
  folder: 'Its files stay in the folder unread',
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
          done={`${name} resumed.`}
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
      title={`Pause ${isolate(name)}?`}
      confirm="Pause connection"
      onConfirm={() => api.labConnections.updateLabConnection.mutate({ id, enabled: false })}
      done={() => {
        showToast(`${name} paused.`);
        router.refresh();
      }}
    >
      <p>{STOPS[transport]} until you resume. Messages already received are still processed.</p>
    </ConfirmDialog>
  );
}

/** The name is typed, so that it never happens by accident. */
function DeleteConnection({ id, name, transport }: Shown) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      opener={{ label: 'Delete', weight: 'secondary', onOpen: () => setTyped('') }}
      title={`Delete the connection ${isolate(name)}?`}
      confirm="Delete connection"
      ready={typed.trim() === name}
      onConfirm={() => api.labConnections.deleteLabConnection.mutate({ id })}
      done={() => {
        showToast(`Connection ${name} deleted.`);
        router.push('/admin/lab-connections');
        router.refresh();
      }}
    >
      <p className="mb-3">
        {STOPS[transport]}. Its keys and mappings are deleted. Received messages and filed results stay. This
        cannot be undone.
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
