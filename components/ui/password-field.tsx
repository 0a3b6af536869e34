'use client';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { describedBy, Field } from './field';
import type { TextField } from './text-field';

/** A password that can be shown while it is typed. It is hidden again when the form is sent. */
export function PasswordField({
  id,
  label,
  hint,
  error,
  optional = false,
  className = '',
  ...input
}: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [shown, setShown] = useState(false);
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = control.current?.form;
    // Browsers remember the values of plain text fields.
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  const text = { id, label, hint, error, optional };
  return (
    <Field {...text} className={className}>
      <div className="relative">
        <input
          id={id}
          ref={control}
          className="control pr-16"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(text)}
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          type={shown ? 'text' : 'password'}
        />
        <button
          type="button"
          aria-controls={id}
          className="absolute inset-y-0 right-0 min-w-14 px-2.5 text-sm font-semibold text-accent hover:underline noscript:hidden"
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
          {/* Not aria-label, which would make the button a second control with the label of the field. */}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </div>
    </Field>
  );
}
