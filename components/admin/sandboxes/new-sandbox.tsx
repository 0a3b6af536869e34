'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../../client/client';
import { useOnce } from '../../client/use-once';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';

export function NewSandbox({ organization }: { organization: string }) {
  const router = useRouter();
  const proposed = `${organization} sandbox`.slice(0, 100);
  const [name, setName] = useState(proposed);
  const submission = useOnce();
  return (
    <ConfirmDialog
      opener={{ label: 'New sandbox', weight: 'primary', onOpen: () => setName(proposed) }}
      title="New sandbox"
      confirm="Create sandbox"
      missing={name.trim() === '' ? 'Enter a name.' : null}
      onConfirm={() =>
        submission.send((options) => api.sandboxes.createSandbox.mutate({ name: name.trim() }, options))
      }
      done={() => {
        showToast('Sandbox created.');
        router.refresh();
      }}
    >
      <p className="mb-3">
        A separate organization with example patients. You are its administrator; its API keys start with{' '}
        <code className="font-mono">clin_test_</code>.
      </p>
      <TextField
        id="sandbox-name"
        label="Name"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
