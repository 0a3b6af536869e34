'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { MadeInvitation } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyField } from '../../ui/copy-field';
import { Dialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast';
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
        title={`Create a new link for ${isolate(name)}?`}
        confirm="Create link"
        onConfirm={async () => setMade(await api.people.renewInvitation.mutate({ id }))}
        done={() => showToast(`New link for ${name} created.`)}
      >
        <p>The old link stops working. The new one is valid for 7 days.</p>
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
            {made?.delivery === 'shown' ? 'Done' : 'Close'}
          </Button>
        }
      >
        {made ? (
          <>
            <Notice {...OUTCOME[made.delivery]} className="mb-3">
              {made.delivery === 'shown'
                ? 'Copy this link and send it. It is shown only once.'
                : made.delivery === 'sent'
                  ? `The link was sent to ${made.email}.`
                  : `The email to ${made.email} could not be sent. Try again later.`}
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
      confirm="Withdraw invitation"
      onConfirm={() => api.people.revokeInvitation.mutate({ id })}
      done={() => {
        showToast(`Invitation of ${name} withdrawn.`);
        router.refresh();
      }}
    >
      <p>The link stops working. You can invite the user again.</p>
    </ConfirmDialog>
  );
}
