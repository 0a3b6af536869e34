'use client';
/** Shows a secret only once. */
import { useEffect, useRef, type ReactNode } from 'react';
import { CopyField } from '../ui/copy-field';
import { Notice } from '../ui/notice';
import { ShownOnce } from './shown-once';

interface SecretOnceProps {
  title: string;
  label: string;
  /** Undefined if the response with it was lost: another attempt does not repeat it. */
  value: string | undefined;
  /** How to get another one then. */
  lost?: string;
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
  lost,
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
      {value === undefined ? (
        <>
          <Notice kind="problem" word="Not shown" className="mb-3">
            Your first attempt created it, but the response was lost. It cannot be shown again. {lost}
          </Notice>
          {children}
        </>
      ) : (
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
      )}
    </section>
  );
}
