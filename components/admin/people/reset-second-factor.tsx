'use client';

import { useRouter } from 'next/navigation';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

export function ResetSecondFactor({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  return (
    <>
      <p className="mb-3">For users who lost their authenticator app, passkeys and recovery codes.</p>
      <ConfirmDialog
        opener={{ label: 'Reset second factor', weight: 'secondary' }}
        title={`Reset the second factor of ${isolate(name)}?`}
        confirm="Reset second factor"
        isDestructive
        onConfirm={() => api.secondFactors.resetSecondFactor.mutate({ id })}
        // An administrator has the role: other reasons come from the server.
        explain={({ code, detail, sentence }) => (code === 'forbidden' && detail ? detail : sentence)}
        done={() => {
          showToast(`Second factor of ${name} reset.`);
          router.refresh();
        }}
      >
        <p className="mb-3">
          Verify the identity of <bdi>{name}</bdi> first. Until they add a new factor, the password alone
          gives access.
        </p>
        <p>
          All second factors and recovery codes are removed, and all sessions end. This cannot be undone. This
          action is recorded.
        </p>
      </ConfirmDialog>
    </>
  );
}
