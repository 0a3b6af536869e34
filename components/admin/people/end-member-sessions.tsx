'use client';
/** Signs a member out of this organization, wherever they are signed in. */
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';

interface EndMemberSessionsProps {
  id: string;
  name: string;
  sessions: number;
}

export function EndMemberSessions({ id, name, sessions }: EndMemberSessionsProps) {
  const router = useRouter();
  if (sessions === 0) return <p>They are not signed in to this organization at the moment.</p>;
  return (
    <>
      <p className="mb-3">
        They are signed in with {count(sessions, 'session')}. End {sessions === 1 ? 'it' : 'them'} when a
        device is lost, or was left open where others can use it.
      </p>
      <ConfirmDialog
        opener={{ label: 'End all sessions', weight: 'secondary' }}
        title={`End all sessions of ${isolate(name)}?`}
        confirm="End sessions"
        keep="Leave them"
        act={() => api.sessions.endMemberSessions.mutate({ id })}
        done={() => {
          announce(`Sessions of ${name} ended.`);
          router.refresh();
        }}
      >
        <p>
          They are signed out of this organization at once, on every device, and what they have not saved may
          be lost. They can sign in again. Applications that act in their name go on.
        </p>
      </ConfirmDialog>
    </>
  );
}
