'use client';
/** Shown on top of a form after an error: takes the focus and links to each invalid field. */
import { useEffect, useRef } from 'react';
import type { ShownError } from './error-message';

interface ErrorSummaryProps {
  error: ShownError | null;
  /** The fields of the form: prefix of the JSON pointer and ID of the control. The first match is used. */
  fields: readonly FieldPlace[];
}

export type FieldPlace = readonly [pointer: string, id: string];

export function placeOf(fields: readonly FieldPlace[], pointer: string): FieldPlace | undefined {
  return fields.find(([start]) => pointer === start || pointer.startsWith(`${start}/`));
}

export function ErrorSummary({ error, fields }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) box.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className="mb-5 border-2 border-error px-4 py-3">
      <p className="font-semibold text-error">{error.sentence}</p>
      {error.fields.length > 0 ? (
        <ul className="mt-1">
          {error.fields.map((field) => {
            const place = placeOf(fields, field.pointer);
            return (
              <li key={`${field.pointer} ${field.message}`}>
                {place ? <a href={`#${place[1]}`}>{field.message}</a> : <span>{field.message}</span>}
              </li>
            );
          })}
        </ul>
      ) : null}
      {error.requestId ? (
        <p className="text-sm text-ink-2">
          Request ID <code className="font-mono break-all select-all">{error.requestId}</code>
        </p>
      ) : null}
    </div>
  );
}
