'use client';
/** One button, one call: says what happened and reloads the page's data; a refusal stands beside the button. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button, type ButtonWeight } from '../ui/button';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';

interface ActionButtonProps {
  label: string;
  /** Spoken name when the label alone does not say what it acts on. */
  name?: string;
  done: string;
  weight?: ButtonWeight;
  run: () => Promise<unknown>;
}

export function ActionButton({ label, name, done, weight = 'secondary', run }: ActionButtonProps) {
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function act() {
    setPending(true);
    setProblem('');
    try {
      await run();
      announce(done);
      router.refresh();
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
    } finally {
      setPending(false);
    }
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button weight={weight} disabled={pending} onClick={act} aria-label={name}>
        {label}
      </Button>
      <span role="alert" className="font-semibold empty:hidden">
        {problem}
      </span>
    </span>
  );
}
