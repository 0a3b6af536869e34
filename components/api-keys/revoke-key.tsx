'use client';
/** Ends a key at once; the question names its last use, so that a living integration is not cut by mistake. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../api/client';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';

export function RevokeKey({ id, name, lastUse }: { id: string; name: string; lastUse: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function revoke() {
    setPending(true);
    setProblem('');
    try {
      await api.apiKeys.revokeApiKey.mutate({ id });
      setOpen(false);
      announce(`Key ${name} revoked.`);
      router.refresh();
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button weight="quiet" onClick={() => setOpen(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Revoke the key “${name}”?`}
        actions={
          <>
            <Button onClick={revoke} disabled={pending}>
              Revoke key
            </Button>
            <Button weight="secondary" onClick={() => setOpen(false)}>
              Keep it
            </Button>
          </>
        }
      >
        <p>This key was {lastUse}. Whatever uses it stops working at once. This cannot be undone.</p>
        <p role="alert" className="font-semibold">
          {problem}
        </p>
      </Dialog>
    </>
  );
}
