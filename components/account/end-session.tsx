'use client';
/** Ends other sessions. Unsaved input there is lost, so the user is asked to confirm. */
import { useRouter } from 'next/navigation';
import { api } from '../client/client';
import { count } from '../format/numbers';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showToast } from '../ui/toast';

export function EndSession({ id, device }: { id: string; device: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'End', weight: 'quiet', name: `End the session of ${device}` }}
      title={`End the session of ${device}?`}
      confirm="End session"
      onConfirm={() => api.sessions.endSession.mutate({ id })}
      done={() => {
        showToast('Session ended.');
        router.refresh();
      }}
      explain={(error) => (error.code === 'not_found' ? 'This session has already ended.' : error.sentence)}
    >
      <p>The device is signed out at its next request. If you do not recognize it, change your password.</p>
    </ConfirmDialog>
  );
}

export function EndOtherSessions({ count: others }: { count: number }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'End other sessions', weight: 'secondary' }}
      title="End all other sessions?"
      confirm="End sessions"
      onConfirm={() => api.sessions.endOtherSessions.mutate({})}
      done={() => {
        showToast('All other sessions ended.');
        router.refresh();
      }}
    >
      <p>
        This ends {count(others, 'session')} in all your organizations. You stay signed in here. Connected
        applications keep working.
      </p>
    </ConfirmDialog>
  );
}
