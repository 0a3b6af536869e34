'use client';
/** Brings a deleted patient back and opens the chart. What was taken meanwhile is named with the way out. */
import { useRouter } from 'next/navigation';
import { api } from '../client/client';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';

const TAKEN: Record<string, string> = {
  duplicate_mrn: 'Another patient has this MRN now. Change it in that record, then restore this one.',
  duplicate_external_id:
    'Another patient has this external id now. Change it in that record, then restore this one.',
  duplicate_identifier:
    'Another patient has an identifier of this record now. Remove it from that record, then restore this one.',
  not_found: 'This record can no longer be restored, or somebody has restored it already.',
};

export function RestorePatient({ id, name, line }: { id: string; name: string; line: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Restore', weight: 'quiet', name: `Restore ${name}` }}
      title={`Restore ${line}?`}
      confirm="Restore patient"
      keep="Leave it deleted"
      act={() => api.patients.restorePatient.mutate({ id })}
      explain={({ code, sentence }) => TAKEN[code] ?? sentence}
      done={() => {
        announce(`Patient ${name} restored.`);
        router.push(`/patients/${id}`);
        router.refresh();
      }}
    >
      <p>
        The record comes back as it was, with its orders, results and documents, and connected systems are
        told.
      </p>
    </ConfirmDialog>
  );
}
