'use client';
/** Takes a patient out of sight. The question says what happens and for how long it can be undone. */
import { useRouter } from 'next/navigation';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';
import { api } from '../client/client';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';

export function DeletePatient({ id, name, line }: { id: string; name: string; line: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Delete patient', weight: 'secondary' }}
      title={`Delete ${line}?`}
      confirm="Delete patient"
      keep="Keep it"
      act={() => api.patients.deletePatient.mutate({ id })}
      done={() => {
        announce(`Patient ${name} deleted.`);
        router.push('/admin/deleted-patients');
        router.refresh();
      }}
    >
      <p>
        The record, its orders, results and documents are no longer shown to anybody, and connected systems
        are told. Nothing is erased now: an administrator can restore everything for {RESTORE_DAYS} days. New
        results of this patient cannot be filed meanwhile.
      </p>
    </ConfirmDialog>
  );
}
