'use client';
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

export function ResetSandbox() {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Reset data', weight: 'secondary' }}
      title="Reset the data of this sandbox?"
      confirm="Reset data"
      isDestructive
      onConfirm={() => api.sandboxes.resetSandbox.mutate({})}
      done={() => {
        showToast('The sandbox is being reset.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        All patients, with their orders, results and documents, are replaced by the example data. API keys,
        webhooks, laboratories and the catalog stay. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
