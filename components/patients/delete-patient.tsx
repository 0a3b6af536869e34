'use client';
/** Takes a patient out of sight. The question says what happens and for how long it can be undone. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { RESTORE_DAYS } from '@/server/domain/patients/rules';
import { api } from '../api/client';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';

export function DeletePatient({ id, name, line }: { id: string; name: string; line: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function remove() {
    setPending(true);
    setProblem('');
    try {
      await api.patients.deletePatient.mutate({ id });
      announce(`Patient ${name} deleted.`);
      router.push('/admin/deleted-patients');
      router.refresh();
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
      setPending(false);
    }
  }

  function close() {
    setOpen(false);
    setProblem('');
  }

  return (
    <>
      <Button weight="secondary" onClick={() => setOpen(true)}>
        Delete patient
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={`Delete ${line}?`}
        actions={
          <>
            <Button onClick={remove} disabled={pending}>
              Delete patient
            </Button>
            <Button weight="secondary" onClick={close}>
              Keep it
            </Button>
          </>
        }
      >
        <p>
          The record, its orders, results and documents are no longer shown to anybody, and connected systems
          are told. Nothing is erased now: an administrator can restore everything for {RESTORE_DAYS} days.
          New results of this patient cannot be filed meanwhile.
        </p>
        <p role="alert" className="mt-2 font-semibold empty:hidden">
          {problem}
        </p>
      </Dialog>
    </>
  );
}
