'use client';
/** Two minutes before a session ends: a countdown; any key or click in the dialog extends the session. */
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { timeLeft } from './session-clock';
import type { View } from './session-watch';

/** Announced at these seconds only: a screen reader that counts every second would say nothing else. */
const SPOKEN = [10, 30, 60];

export function IdleDialog({ view, onStay }: { view: View; onStay: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  const [put, setPut] = useState(false);
  const warned = view.kind === 'warned' ? view : null;
  const open = warned !== null && !(warned.final && put);

  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  const answer = () => {
    if (warned?.final) setPut(true);
    else onStay();
  };
  const mark = SPOKEN.find((seconds) => (warned?.leftMs ?? Infinity) <= seconds * 1000);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- every click or key answers it
    <dialog
      ref={box}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        answer();
      }}
      // The final warning closes only by its button: the session cannot be extended.
      onKeyDown={(event) => {
        // A second Escape would close it even if `cancel` is prevented.
        if (event.key === 'Escape') event.preventDefault();
        if (!warned?.final) answer();
      }}
      onClick={warned?.final ? undefined : answer}
      className="w-[min(36rem,calc(100vw-2rem))] rounded border-2 border-ink bg-paper p-5 text-ink"
    >
      <h2 id={titleId} className="text-section font-semibold">
        {warned?.final ? 'Your session is about to end' : 'Still there?'}
      </h2>
      <div id={textId} className="mt-2">
        <p>
          You will be signed out in{' '}
          <strong className="whitespace-nowrap">{timeLeft(warned?.leftMs ?? 0)}</strong>.
        </p>
        {warned?.final ? (
          <p>Sessions end after 12 hours. Save your work, then sign in again.</p>
        ) : (
          <p>You have been inactive. Press a key or tap the page to stay signed in.</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {mark ? `${timeLeft(mark * 1000)} left` : ''}
      </p>
      <p role="alert" className="mt-2 font-semibold text-error empty:hidden">
        {warned?.problem ? 'The server could not be reached. Check the connection.' : ''}
      </p>
      <div className="mt-5">
        <Button onClick={warned?.final ? answer : undefined}>
          {warned?.final ? 'Continue' : 'Stay signed in'}
        </Button>
      </div>
    </dialog>
  );
}
