'use client';
/** A link with which somebody chooses a new password: sent to them, or shown this once to hand over. */
import { useState } from 'react';
import type { MadeReset } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';
import { MadeLinkShown } from './made-link';

export function PasswordLink({ id, name, email }: { id: string; name: string; email: string }) {
  const [made, setMade] = useState<MadeReset | null>(null);
  if (made)
    return (
      <MadeLinkShown
        made={made}
        title={`New password for ${isolate(name)}`}
        email={email}
        again="Try again later."
      >
        <p>The link is good for half an hour and once. All sessions of the person end when it is used.</p>
      </MadeLinkShown>
    );
  return (
    <>
      <p className="mb-3">
        Somebody who has forgotten their password chooses a new one with a link that is good for half an hour.
      </p>
      <ConfirmDialog
        opener={{ label: 'Make a link to a new password', weight: 'secondary' }}
        title={`Make a link to a new password for ${isolate(name)}?`}
        confirm="Make the link"
        keep="Leave it"
        act={async () => setMade(await api.people.createPasswordReset.mutate({ id }))}
        done={() => announce(`Link for ${name} made.`)}
      >
        <p>
          Make sure that it is really they who ask. Whoever has the link can sign in as <bdi>{name}</bdi>,
          unless a second factor stops them. It is recorded that you made it.
        </p>
      </ConfirmDialog>
    </>
  );
}
