'use client';
/** One button, one call: shows the outcome and reloads the page's data; an error is shown next to the button or in the toast. */
import { useRouter } from 'next/navigation';
import { useRef, useState, useTransition } from 'react';
import { Button, type ButtonWeight } from '../ui/button';
import { shownError, type ShownError } from '../ui/error-message';
import { useFocusAfterAction } from '../ui/focus-after-action';
import { showToast, type Toast } from '../ui/toast';
import { useProblem } from '../ui/use-problem';

interface ActionButtonProps {
  label: string;
  /** Accessible name, if the label does not identify the object. */
  name?: string;
  /** The message; a function shows the outcome in another way. */
  done: Toast | string | (() => void);
  /** Label and name after success, not with a function as `done`: shown at once, and withdrawn if the call fails. */
  after?: { label: string; name?: string };
  explain?: (error: ShownError) => string;
  /** Shows an error in the toast: next to the button it would move other parts of the page. */
  errorInToast?: boolean;
  weight?: ButtonWeight;
  className?: string;
  disabled?: boolean;
  run: () => Promise<unknown>;
}

export function ActionButton(props: ActionButtonProps) {
  const { done, explain, errorInToast = false, weight = 'secondary', className = '', disabled, run } = props;
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const [isReloading, startReloading] = useTransition();
  const [problem, setProblem] = useProblem();
  const button = useRef<HTMLButtonElement>(null);
  const keepFocus = useFocusAfterAction(button);

  const busy = pending || isReloading;

  async function onClick() {
    if (busy) return;
    setPending(true);
    setProblem('');
    try {
      await run();
      keepFocus();
      if (typeof done === 'function') return done();
      showToast(done);
      startReloading(() => router.refresh());
    } catch (thrown) {
      const error = shownError(thrown);
      const sentence = explain?.(error) ?? error.sentence;
      // Another user changed the record: the page is outdated, and may be without the button after it is reloaded.
      const isOutdated = error.code === 'invalid_state' || error.code === 'not_found';
      if (errorInToast || isOutdated) showToast({ sentence, isProblem: true });
      else setProblem(sentence);
      if (isOutdated) {
        keepFocus();
        startReloading(() => router.refresh());
      }
    } finally {
      setPending(false);
    }
  }

  const { label, name } = (busy && props.after) || props;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button
        ref={button}
        weight={weight}
        className={className}
        disabled={disabled}
        // While the call runs not `disabled`: that would remove the focus.
        aria-disabled={busy || undefined}
        onClick={onClick}
        aria-label={name}
      >
        {label}
      </Button>
      <span role="alert" className="font-semibold text-error empty:hidden">
        {problem}
      </span>
    </span>
  );
}
