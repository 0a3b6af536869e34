'use client';
/** Ends a key at once; the question names its last use, so that a living integration is not cut by mistake. */
import { useRouter } from 'next/navigation';
import { api } from '../api/client';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';

export function RevokeKey({ id, name, lastUse }: { id: string; name: string; lastUse: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Revoke', weight: 'quiet', name: `Revoke ${name}` }}
      title={`Revoke the key “${name}”?`}
      confirm="Revoke key"
      keep="Keep it"
      act={() => api.apiKeys.revokeApiKey.mutate({ id })}
      done={() => {
        announce(`Key ${name} revoked.`);
        router.refresh();
      }}
    >
      <p>This key was {lastUse}. Whatever uses it stops working at once. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
