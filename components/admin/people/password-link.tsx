'use client';
/** A password reset link: sent by email, or shown once. */
import { useState } from 'react';
import type { MadeReset } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { MadeLinkShown } from './made-link';

export function PasswordLink({ id, name, email }: { id: string; name: string; email: string }) {
  const [made, setMade] = useState<MadeReset | null>(null);
  if (made)
    return (
      <MadeLinkShown
        made={made}
        title={`Password reset link for ${isolate(name)}`}
        email={email}
        words="The link works once, within 30 minutes. Using it ends all sessions of the user."
        again="Try again later."
        next="Done"
      >
        <Button onClick={() => setMade(null)}>Done</Button>
      </MadeLinkShown>
    );
  return (
    <>
      <p className="mb-3">For users who forgot their password. The link is valid for 30 minutes.</p>
      <ConfirmDialog
        opener={{ label: 'Create reset link', weight: 'secondary' }}
        title={`Create a password reset link for ${isolate(name)}?`}
        confirm="Create link"
        onConfirm={async () => setMade(await api.people.createPasswordReset.mutate({ id }))}
        done={() => showToast(`Link for ${name} created.`)}
      >
        <p>
          Verify the identity of <bdi>{name}</bdi> first. Without a second factor, this link alone gives
          access to the account. This action is recorded.
        </p>
      </ConfirmDialog>
    </>
  );
}
