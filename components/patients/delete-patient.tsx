'use client';
import { useRouter } from 'next/navigation';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showToast } from '../ui/toast';

interface DeletePatientProps {
  id: string;
  name: string;
  line: string;
  /** The hospital, if the page was opened from its request. */
  requestedBy: string | null;
}

export function DeletePatient({ id, name, line, requestedBy }: DeletePatientProps) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Delete patient', weight: 'secondary' }}
      title={`Delete ${line}?`}
      confirm="Delete patient"
      isDestructive
      onConfirm={() => api.patients.deletePatient.mutate({ id })}
      done={() => {
        showToast({
          sentence: `Patient ${name} deleted.`,
          undo: async () => {
            await api.patients.restorePatient.mutate({ id });
            return { sentence: `Undone. Patient ${name} restored.`, href: `/patients/${id}` };
          },
        });
        router.push('/admin/deleted-patients');
        router.refresh();
      }}
    >
      {requestedBy === null ? null : (
        <p className="mb-3">
          {isolate(requestedBy)} asks to delete this patient. Close its request afterward.
        </p>
      )}
      <p>
        The record with its orders, results and documents is hidden from all users. Administrators can restore
        it for {RESTORE_DAYS} days. No results can be filed to it unless it is restored. Connected systems are
        notified.
      </p>
    </ConfirmDialog>
  );
}
