'use client';
/** Shows content only once: leaving the page requires confirmation until the user has saved it. */
import { useEffect, useState, type ReactNode } from 'react';
import { UnsavedGuard } from '../client/drafts/unsaved-guard';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { closeToast } from '../ui/toast';

interface ShownOnceProps {
  /** ID of the check box. */
  id: string;
  /** The instruction. */
  words: string;
  tick: string;
  shown: ReactNode;
  /** "API key" */
  label: string;
  /** Several values, so that texts are plural. */
  several?: boolean;
  /** Label of the button that replaces `children` before confirmation. */
  next: string;
  /** The button after confirmation. */
  children: ReactNode;
}

export function ShownOnce({
  id,
  words,
  tick,
  shown,
  label,
  several = false,
  next,
  children,
}: ShownOnceProps) {
  const [stored, setStored] = useState(false);
  useEffect(closeToast, []);

  return (
    <>
      <UnsavedGuard active={!stored}>
        {label} not saved. {several ? 'They' : 'It'} cannot be shown again.
      </UnsavedGuard>
      <Notice word="Shown once" className="mb-4">
        {words}
      </Notice>
      {shown}
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <label htmlFor={id} className="target flex min-h-8 items-center gap-2.5 font-semibold">
          <input
            id={id}
            type="checkbox"
            checked={stored}
            onChange={(event) => setStored(event.currentTarget.checked)}
            className="size-5 accent-accent"
          />
          {tick}
        </label>
        {stored ? children : <Button disabled>{next}</Button>}
      </div>
    </>
  );
}
