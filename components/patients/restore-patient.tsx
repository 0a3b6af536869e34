'use client';
/** Brings a deleted patient back and opens the chart. What was taken meanwhile is named with the way out. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../api/client';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';

const TAKEN: Record<string, string> = {
  duplicate_mrn: 'Another patient has this MRN now. Change it in that record, then restore this one.',
  duplicate_external_id:
    'Another patient has this external id now. Change it in that record, then restore this one.',
  duplicate_identifier:
    'Another patient has an identifier of this record now. Remove it from that record, then restore this one.',
  not_found: 'This record can no longer be restored, or somebody has restored it already.',
};

export function RestorePatient({ id, name, line }: { id: string; name: string; line: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function restore() {
    setPending(true);
    setProblem('');
    try {
      await api.patients.restorePatient.mutate({ id });
      announce(`Patient ${name} restored.`);
      router.push(`/patients/${id}`);
      router.refresh();
    } catch (thrown) {
      const { code, sentence } = shownError(thrown);
      setProblem(TAKEN[code] ?? sentence);
      setPending(false);
    }
  }

  function close() {
    setOpen(false);
    setProblem('');
  }

  return (
    <>
      <Button weight="quiet" onClick={() => setOpen(true)} aria-label={`Restore ${name}`}>
        Restore
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={`Restore ${line}?`}
        actions={
          <>
            <Button onClick={restore} disabled={pending}>
              Restore patient
            </Button>
            <Button weight="secondary" onClick={close}>
              Leave it deleted
            </Button>
          </>
        }
      >
        <p>
          The record comes back as it was, with its orders, results and documents, and connected systems are
          told.
        </p>
        <p role="alert" className="mt-2 font-semibold empty:hidden">
          {problem}
        </p>
      </Dialog>
    </>
  );
}
