'use client';
/** Shows content only once: leaving the page requires confirmation until the user has saved it. */
import { useEffect, useState, type ReactNode } from 'react';
import { Notice } from './notice';

interface ShownOnceProps {
  /** ID of the check box. */
  id: string;
  /** The instruction. */
  words: string;
  tick: string;
  shown: ReactNode;
  /** Enabled after confirmation. */
  children: ReactNode;
}

export function ShownOnce({ id, words, tick, shown, children }: ShownOnceProps) {
  const [stored, setStored] = useState(false);

  useEffect(() => {
    if (stored) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [stored]);

  return (
    <>
      <Notice word="Shown once" className="mb-4">
        {words}
      </Notice>
      {shown}
      {/* As high as with the button, which may not move the page. */}
      <div className="mt-3 flex min-h-10 flex-wrap items-center gap-x-6 gap-y-2 pointer-coarse:min-h-11">
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
        {stored ? children : null}
      </div>
    </>
  );
}
