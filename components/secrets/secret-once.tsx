'use client';
/** Shows a secret only once. */
import { useEffect, useRef, type ReactNode } from 'react';
import { CopyField } from '../ui/copy-field';
import { ShownOnce } from './shown-once';

interface SecretOnceProps {
  title: string;
  label: string;
  value: string;
  /** For a secret that is passed on rather than saved. */
  words?: string;
  tick?: string;
  /** Shown below the value. */
  more?: ReactNode;
  /** Label of the button in `children`, which is disabled until the secret is saved. */
  next?: string;
  children: ReactNode;
}

export function SecretOnce({
  title,
  label,
  value,
  words = 'Save it in a safe place now.',
  tick = 'I have saved it',
  more,
  next = 'Done',
  children,
}: SecretOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby="secret-heading" className="mb-8 max-w-3xl">
      <h2 id="secret-heading" ref={heading} tabIndex={-1} className="mb-2 text-section font-semibold">
        {title}
      </h2>
      <ShownOnce
        id="stored"
        words={words}
        tick={tick}
        label={label}
        next={next}
        shown={
          <>
            <CopyField id="secret" label={label} value={value} />
            {more}
          </>
        }
      >
        {children}
      </ShownOnce>
    </section>
  );
}
