'use client';
/** Signs a member out of this organization on all devices. */
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

interface EndMemberSessionsProps {
  id: string;
  name: string;
  sessions: number;
}

export function EndMemberSessions({ id, name, sessions }: EndMemberSessionsProps) {
  const router = useRouter();
  if (sessions === 0) return <p>Not signed in.</p>;
  return (
    <>
      <p className="mb-3">
        {count(sessions, 'active session')}. End sessions if a device is lost or unattended.
      </p>
      <ConfirmDialog
        opener={{ label: 'End all sessions', weight: 'secondary' }}
        title={`End all sessions of ${isolate(name)}?`}
        confirm="End sessions"
        onConfirm={() => api.sessions.endMemberSessions.mutate({ id })}
        done={() => {
          showToast(`Sessions of ${name} ended.`);
          router.refresh();
        }}
      >
        <p>
          They are signed out on every device and may lose unsaved input. They can sign in again. Connected
          applications keep working.
        </p>
      </ConfirmDialog>
    </>
  );
}
