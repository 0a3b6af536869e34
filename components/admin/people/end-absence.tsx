'use client';

import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

export function EndAbsence({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'End', weight: 'quiet', name: `End the absence of ${name}` }}
      title={`End the absence of ${isolate(name)}?`}
      confirm="End absence"
      onConfirm={() => api.people.endDelegation.mutate({ id })}
      done={() => {
        showToast(`Absence of ${name} ended.`);
        router.refresh();
      }}
    >
      <p>The colleague stops covering. The absence stays in the list.</p>
    </ConfirmDialog>
  );
}
