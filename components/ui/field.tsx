/** Label, hint and error of a control, connected by IDs. Errors use color, a border, an icon and words. */
import type { ReactNode } from 'react';
import { Icon } from './icons';

export interface FieldText {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
}

export function describedBy({ id, hint, error }: FieldText): string | undefined {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return ids || undefined;
}

export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 font-semibold text-error">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      <span className="whitespace-pre-line">{error}</span>
    </p>
  );
}

interface FieldProps extends FieldText {
  children: ReactNode;
  /** After the hint, on its line, so that nothing moves when it changes. */
  status?: ReactNode;
  className?: string;
}

export function Field({ children, status, className = '', ...text }: FieldProps) {
  return (
    <div className={className}>
      <label htmlFor={text.id} className="mb-1 block font-semibold">
        {text.label}
        {text.optional ? <span className="font-normal text-ink-2"> (optional)</span> : null}
      </label>
      {text.hint ? (
        <div className="-mt-0.5 mb-1 flex flex-wrap gap-x-4 text-sm text-ink-2">
          <p id={`${text.id}-hint`} className="min-w-0 wrap-anywhere">
            {text.hint}
          </p>
          {status}
        </div>
      ) : null}
      {children}
      <FieldError id={text.id} error={text.error} />
    </div>
  );
}
