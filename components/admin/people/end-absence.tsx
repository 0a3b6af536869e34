'use client';
/** Ends an absence early, or before it has begun. */
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';

export function EndAbsence({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'End', weight: 'quiet', name: `End the absence of ${name}` }}
      title={`End the absence of ${isolate(name)} now?`}
      confirm="End absence"
      keep="Keep it"
      act={() => api.people.endDelegation.mutate({ id })}
      done={() => {
        announce(`Absence of ${name} ended.`);
        router.refresh();
      }}
    >
      <p>From now on nobody stands in. It stays in the list as ended.</p>
    </ConfirmDialog>
  );
}
