'use client';
import { useRouter } from 'next/navigation';
import { api } from '../client/client';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showToast } from '../ui/toast';

const CONFLICTS: Record<string, string> = {
  duplicate_mrn: 'Another patient now has this MRN. Change it there first.',
  duplicate_external_id: 'Another patient now has this external ID. Change it there first.',
  duplicate_identifier: 'Another patient now has an identifier of this record. Remove it there first.',
  not_found: 'This record can no longer be restored, or it was already restored.',
};

export function RestorePatient({ id, name, line }: { id: string; name: string; line: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Restore', weight: 'quiet', name: `Restore ${name}` }}
      title={`Restore ${line}?`}
      confirm="Restore patient"
      onConfirm={() => api.patients.restorePatient.mutate({ id })}
      explain={({ code, sentence }) => CONFLICTS[code] ?? sentence}
      done={() => {
        showToast(`Patient ${name} restored.`);
        router.push(`/patients/${id}`);
        router.refresh();
      }}
    >
      <p>The record is restored with its orders, results and documents. Connected systems are notified.</p>
    </ConfirmDialog>
  );
}
