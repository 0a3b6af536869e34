'use client';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { useFormat } from '#format';
import type { AddPasskeyInput, Passkey } from '@/server/domain/second-factors/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { makePasskey, passkeyProblem } from '../../sign-in/passkey-client';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { problemOf, shownError } from '../../ui/error-message';
import { showToast } from '../../ui/toast';
import { SectionHeading } from '../../ui/page-heading';
import { TextField } from '../../ui/text-field';
import { LAST_FACTOR } from './last-factor';
import { useProblem } from '../../ui/use-problem';

interface PasskeySectionProps {
  passkeys: readonly Passkey[];
  possible: boolean;
  /** The only second factor: without it, recovery codes are removed too. */
  isLast: boolean;
}

export function PasskeySection({ passkeys, possible, isLast }: PasskeySectionProps) {
  return (
    <section aria-labelledby="passkeys">
      <SectionHeading id="passkeys" title="Passkeys" />
      {passkeys.length > 0 ? (
        <ul className="mb-3 border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} isLast={isLast} />
          ))}
        </ul>
      ) : null}
      {possible ? (
        <AddPasskey />
      ) : (
        <p>
          Passkeys need a host name, but this service is reached by an IP address. Use an authenticator app,
          or ask the operator of the service.
        </p>
      )}
    </section>
  );
}

function PasskeyLine({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const format = useFormat();
  const router = useRouter();
  const { id, name } = passkey;
  const used = passkey.last_used_at ? `last used ${format.instant(passkey.last_used_at)}` : 'not used yet';
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2">
      <p className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-2">
          Added {format.instant(passkey.created_at)}, {used}
          {passkey.synced ? ', synced between your devices' : ''}
        </span>
      </p>
      <ConfirmDialog
        opener={{ label: 'Remove', weight: 'quiet', name: `Remove the passkey ${name}` }}
        title={`Remove the passkey “${isolate(name)}”?`}
        confirm="Remove passkey"
        isDestructive
        onConfirm={() => api.secondFactors.removePasskey.mutate({ id })}
        done={() => {
          showToast(`Passkey ${name} removed.`);
          router.refresh();
        }}
      >
        <p>It can no longer sign you in. Delete it on the device as well.</p>
        {isLast ? <p className="mt-2">{LAST_FACTOR}</p> : null}
      </ConfirmDialog>
    </li>
  );
}

function AddPasskey() {
  const router = useRouter();
  const [problem, setProblem] = useProblem();
  const [pending, setPending] = useState(false);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('passkey-name') ?? '').trim();
    if (name === '') return setProblem('Enter a name for the passkey.');
    setPending(true);
    setProblem('');
    try {
      const question = await api.secondFactors.beginPasskey.mutate({});
      const made = (await makePasskey(question)) as AddPasskeyInput['passkey'];
      await api.secondFactors.addPasskey.mutate({ name, passkey: made });
      form.reset();
      showToast(`Passkey ${name} added.`);
      router.refresh();
    } catch (thrown) {
      const ours = thrown instanceof Error && thrown.name === 'TRPCClientError';
      const isOld = ours && problemOf(thrown).code === 'validation_failed';
      setProblem(
        isOld
          ? 'This passkey could not be added. Try again.'
          : ours
            ? shownError(thrown).sentence
            : passkeyProblem(thrown),
      );
    }
    setPending(false);
  }

  return (
    <form method="post" onSubmit={add} className="max-w-xl space-y-3" noValidate>
      <p>
        Use your fingerprint, face, screen lock or security key. A passkey can also replace your password.
      </p>
      <TextField
        id="passkey-name"
        name="passkey-name"
        label="Passkey name"
        hint="For example, the name of the device"
        required
        maxLength={60}
        autoComplete="off"
        error={problem || undefined}
      />
      <Button type="submit" weight="secondary" disabled={pending}>
        Add a passkey
      </Button>
    </form>
  );
}
