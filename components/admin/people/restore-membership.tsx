'use client';

import type { Role } from '@/server/data-types/role-codes';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

export function RestoreMembership({ id, name, role }: { id: string; name: string; role: Role }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Restore membership', weight: 'primary' }}
      title={`Restore the membership of ${isolate(name)}?`}
      confirm="Restore membership"
      onConfirm={() => api.people.restoreMembership.mutate({ id })}
      done={() => {
        showToast(`Membership of ${name} restored.`);
        router.refresh();
      }}
    >
      <p>They can sign in again as {ROLE_WORDS[role].toLowerCase()}. Their applications stay disconnected.</p>
    </ConfirmDialog>
  );
}
