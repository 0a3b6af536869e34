'use client';
/** What can be done with an invitation that waits: another link, or none. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { MadeInvitation } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyField } from '../../ui/copy-field';
import { Dialog } from '../../ui/dialog';
import { announce } from '../../ui/live-region';
import { Notice } from '../../ui/notice';

const OUTCOME = {
  sent: { kind: 'success', word: 'Sent' },
  failed: { kind: 'problem', word: 'Not sent' },
  shown: { kind: 'info', word: 'Shown once' },
} as const;

export function RenewInvitation({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const [made, setMade] = useState<MadeInvitation | null>(null);
  function close() {
    setMade(null);
    router.refresh();
  }
  return (
    <>
      <ConfirmDialog
        opener={{ label: 'New link', weight: 'quiet', name: `New link for ${name}` }}
        title={`Make a new link for ${isolate(name)}?`}
        confirm="Make a new link"
        keep="Keep the old one"
        act={async () => setMade(await api.people.renewInvitation.mutate({ id }))}
        done={() => announce(`New link for ${name}.`)}
      >
        <p>The link they have is good no longer. The new one is good for 7 days.</p>
      </ConfirmDialog>
      <Dialog
        open={made !== null}
        onClose={close}
        title={`New link for ${isolate(name)}`}
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
        actions={
          <Button type="submit" data-first-focus>
            {made?.delivery === 'shown' ? 'I have stored it' : 'Close'}
          </Button>
        }
      >
        {made ? (
          <>
            <Notice {...OUTCOME[made.delivery]} className="mb-3">
              {made.delivery === 'shown'
                ? 'Hand it to them now. It cannot be shown again.'
                : made.delivery === 'sent'
                  ? `The link was sent to ${made.email}.`
                  : `The mail server did not take the mail to ${made.email}. Try again later.`}
            </Notice>
            {made.link ? <CopyField id={`link-${id}`} label="Link" value={made.link} /> : null}
          </>
        ) : null}
      </Dialog>
    </>
  );
}

export function RevokeInvitation({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      opener={{ label: 'Withdraw', weight: 'quiet', name: `Withdraw the invitation of ${name}` }}
      title={`Withdraw the invitation of ${isolate(name)}?`}
      confirm="Withdraw it"
      keep="Keep it"
      act={() => api.people.revokeInvitation.mutate({ id })}
      done={() => {
        announce(`Invitation of ${name} withdrawn.`);
        router.refresh();
      }}
    >
      <p>Their link is good no longer. You can invite them again.</p>
    </ConfirmDialog>
  );
}
