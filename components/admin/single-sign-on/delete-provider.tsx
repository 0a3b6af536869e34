'use client';
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

export function DeleteProvider() {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Delete provider', weight: 'secondary' }}
      title="Delete the identity provider?"
      confirm="Delete provider"
      isDestructive
      onConfirm={() => api.singleSignOn.deleteIdentityProvider.mutate({})}
      done={() => {
        showToast('Identity provider deleted.');
        router.refresh();
      }}
    >
      <p>
        The settings and the links of all members are deleted, and sessions opened by single sign-on end. This
        cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
