'use client';
/** Deleting a webhook stops what is still waiting; the host name is typed so that it is never a slip. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../api/client';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { shownError } from '../ui/error-message';
import { TextField } from '../ui/text-field';

export function DeleteWebhook({ id, host }: { id: string; host: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [pending, setPending] = useState(false);

  async function remove() {
    setPending(true);
    try {
      await api.webhooks.deleteWebhook.mutate({ id });
      router.push('/admin/webhooks');
      router.refresh();
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
      setPending(false);
    }
  }

  return (
    <>
      <Button weight="secondary" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete the webhook to ${host}?`}
        actions={
          <>
            <Button onClick={remove} disabled={typed.trim() !== host || pending}>
              Delete webhook
            </Button>
            <Button weight="secondary" onClick={() => setOpen(false)}>
              Keep it
            </Button>
          </>
        }
      >
        <p className="mb-3">Messages that still wait are not sent. This cannot be undone.</p>
        <TextField
          id="confirm-host"
          label={`Type ${host} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem || undefined}
        />
      </Dialog>
    </>
  );
}
