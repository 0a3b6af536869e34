'use client';
/** Takes away the second factors of somebody who has lost them; the question says what guards the account then. */
import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';

export function ResetSecondFactor({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  return (
    <>
      <p className="mb-3">
        For somebody who can no longer use their authenticator app or passkey and has no recovery code left.
      </p>
      <ConfirmDialog
        opener={{ label: 'Reset second factor', weight: 'secondary' }}
        title={`Reset the second factor of ${isolate(name)}?`}
        confirm="Reset second factor"
        keep="Leave it"
        act={() => api.secondFactors.resetSecondFactor.mutate({ id })}
        // The role is known to be enough: what is left to refuse, the server says in its own words.
        explain={({ code, detail, sentence }) => (code === 'forbidden' && detail ? detail : sentence)}
        done={() => {
          announce(`Second factor of ${name} reset.`);
          router.refresh();
        }}
      >
        <p className="mb-3">
          Make sure that it is really they who ask. Until they add a new factor, whoever knows their password
          can sign in as <bdi>{name}</bdi>.
        </p>
        <p>
          Their authenticator app, passkeys and recovery codes are removed, and they are signed out at once.
          This cannot be undone. It is recorded that you did it.
        </p>
      </ConfirmDialog>
    </>
  );
}
