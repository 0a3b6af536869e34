'use client';
/** A secret that is shown this once: leaving is asked about until the person says that it is stored. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyField } from './copy-field';
import { Notice } from './notice';

interface SecretOnceProps {
  title: string;
  label: string;
  value: string;
  /** What may be done once the secret is stored. */
  children: ReactNode;
}

export function SecretOnce({ title, label, value, children }: SecretOnceProps) {
  const [stored, setStored] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (stored) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [stored]);

  return (
    <section aria-labelledby="secret-heading" className="mb-8 max-w-3xl">
      <h2 id="secret-heading" ref={heading} tabIndex={-1} className="mb-2 text-value font-semibold">
        {title}
      </h2>
      <Notice word="Shown once" className="mb-4">
        Store it now in a safe place. It cannot be shown again.
      </Notice>
      <CopyField id="secret" label={label} value={value} />
      <label htmlFor="stored" className="target mt-2 flex min-h-8 items-center gap-2.5 font-semibold">
        <input
          id="stored"
          type="checkbox"
          checked={stored}
          onChange={(event) => setStored(event.currentTarget.checked)}
          className="size-5 accent-accent"
        />
        I have stored it
      </label>
      <div className="mt-3 min-h-10">{stored ? children : null}</div>
    </section>
  );
}
