'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../../client/client';
import { count } from '../../format/numbers';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { SectionHeading } from '../../ui/page-heading';
import { ShownOnce } from '../../ui/shown-once';

export function RecoverySection({ left, possible }: { left: number; possible: boolean }) {
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  return (
    <section aria-labelledby="recovery">
      <SectionHeading id="recovery" title="Recovery codes" />
      {codes ? (
        <RecoveryCodes
          codes={codes}
          done={() => {
            setCodes(null);
            router.refresh();
          }}
        />
      ) : (
        <>
          <p className="mb-2">
            {possible
              ? `${count(left, 'code')} left. Each lets you sign in once if you lose your app or passkey.`
              : 'Recovery codes let you sign in if you lose your app or passkey. Set up an app or passkey first.'}
          </p>
          {possible ? (
            <ConfirmDialog
              opener={{ label: 'Create recovery codes', weight: 'secondary' }}
              title="Create ten recovery codes?"
              confirm="Create codes"
              onConfirm={async () => setCodes((await api.secondFactors.createRecoveryCodes.mutate({})).codes)}
              done={() => {
                showToast('Ten recovery codes created.');
                // Updates the number of remaining codes.
                router.refresh();
              }}
            >
              <p>
                They are shown once.{' '}
                {left > 0 ? 'Your current codes stop working.' : 'Have a safe place ready for them.'}
              </p>
            </ConfirmDialog>
          ) : null}
        </>
      )}
    </section>
  );
}

function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <ShownOnce
      id="codes-stored"
      words="Print them or write them down, and keep them away from this device."
      tick="I have saved them"
      next="Done"
      shown={
        <ol className="grid max-w-xl grid-cols-1 gap-x-8 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="border-b border-line py-1">
              <code className="font-mono select-all">{code}</code>
            </li>
          ))}
        </ol>
      }
    >
      <Button onClick={done}>Done</Button>
    </ShownOnce>
  );
}
