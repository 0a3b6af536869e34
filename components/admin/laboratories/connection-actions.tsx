'use client';

import { useRouter } from 'next/navigation';
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { NameDialog } from '../../ui/name-dialog';
import { OpenFold } from '../../ui/open-fold';
import { showToast } from '../../ui/toast';

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
      <OpenFold id="edit" label="Edit" />
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

function DeleteConnection({ id, name, transport }: Shown) {
  const router = useRouter();
  return (
    <NameDialog
      id="confirm-name"
      name={name}
      opener={{ label: 'Delete', weight: 'secondary' }}
      title={`Delete the connection ${isolate(name)}?`}
      confirm="Delete connection"
      isDestructive
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
    </NameDialog>
  );
}
