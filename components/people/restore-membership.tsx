'use client';
/** Makes a former member one again. */
import { useRouter } from 'next/navigation';
import { api } from '../api/client';
import { isolate } from '../format/isolate';
import { word } from '../format/words';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';

export function RestoreMembership({ id, name, role }: { id: string; name: string; role: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Make a member again', weight: 'primary' }}
      title={`Make ${isolate(name)} a member again?`}
      confirm="Make a member again"
      keep="Leave it ended"
      act={() => api.people.restoreMembership.mutate({ id })}
      done={() => {
        announce(`${name} is a member again.`);
        router.refresh();
      }}
    >
      <p>
        They come back as {word('role', role).toLowerCase()} and sign in anew. Applications they had connected
        stay disconnected.
      </p>
    </ConfirmDialog>
  );
}
