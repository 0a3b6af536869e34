'use client';
/** Stands on top of a form after a refused submit: takes the focus and links to each wrong field. */
import { useEffect, useRef } from 'react';
import type { ShownError } from './error-message';

interface ErrorSummaryProps {
  error: ShownError | null;
  /** Id of the control for a JSON pointer; null when the form has no such field. */
  fieldId: (pointer: string) => string | null;
}

export function ErrorSummary({ error, fieldId }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) box.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className="mb-5 border-2 border-ink px-4 py-3">
      <p className="font-semibold">{error.sentence}</p>
      {error.fields.length > 0 ? (
        <ul className="mt-1">
          {error.fields.map((field) => {
            const id = fieldId(field.pointer);
            return (
              <li key={`${field.pointer} ${field.message}`}>
                {id ? <a href={`#${id}`}>{field.message}</a> : <span>{field.message}</span>}
              </li>
            );
          })}
        </ul>
      ) : null}
      {error.requestId ? (
        <p className="text-sm text-ink-2">
          Request id <code className="font-mono select-all">{error.requestId}</code>
        </p>
      ) : null}
    </div>
  );
}
