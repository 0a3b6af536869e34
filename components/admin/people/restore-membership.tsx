'use client';
/** Makes a former member one again. */
import type { Role } from '@/server/shared/scopes';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';

export function RestoreMembership({ id, name, role }: { id: string; name: string; role: Role }) {
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
        They come back as {ROLE_WORDS[role].toLowerCase()} and sign in anew. Applications they had connected
        stay disconnected.
      </p>
    </ConfirmDialog>
  );
}
