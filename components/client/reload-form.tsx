'use client';
import { useState } from 'react';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';

/** In the error summary of a form that another user has changed: loads their values and keeps what was typed. */
export function ReloadForm({ run }: { run: () => Promise<void> }) {
  const [problem, setProblem] = useState('');
  return (
    <>
      Your changes are kept.{' '}
      <Button
        weight="quiet"
        onClick={() => {
          setProblem('');
          run().catch((thrown: unknown) => setProblem(shownError(thrown).sentence));
        }}
      >
        Reload
      </Button>
      <span role="alert" className="font-semibold text-error empty:hidden">
        {problem}
      </span>
    </>
  );
}
