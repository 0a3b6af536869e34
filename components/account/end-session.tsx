'use client';
/** Ends other sessions of the person; what is typed there and not sent is lost to them, so it is asked. */
import { useRouter } from 'next/navigation';
import { api } from '../client/client';
import { count } from '../format/numbers';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';

export function EndSession({ id, device }: { id: string; device: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'End', weight: 'quiet', name: `End the session of ${device}` }}
      title={`End the session of ${device}?`}
      confirm="End session"
      keep="Keep it"
      act={() => api.sessions.endSession.mutate({ id })}
      done={() => {
        announce('Session ended.');
        router.refresh();
      }}
      explain={(error) => (error.code === 'not_found' ? 'It has ended already.' : error.sentence)}
    >
      <p>It ends at its next click. If you do not know this session, change your password as well.</p>
    </ConfirmDialog>
  );
}

export function EndOtherSessions({ count: others }: { count: number }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'End all others', weight: 'secondary' }}
      title="End all other sessions?"
      confirm="End them"
      keep="Keep them"
      act={() => api.sessions.endOtherSessions.mutate({})}
      done={() => {
        announce('All other sessions ended.');
        router.refresh();
      }}
    >
      <p>
        {count(others, 'session')} in all your organizations. You stay signed in here. Applications that you
        have connected keep working.
      </p>
    </ConfirmDialog>
  );
}
