import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Field, describedBy, type FieldText } from './field';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;
type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

export function TextField({
  id,
  label,
  hint,
  error,
  optional = false,
  className = '',
  ...input
}: FieldText & InputProps) {
  const text = { id, label, hint, error, optional };
  return (
    <Field {...text} className={className}>
      <input
        id={id}
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(text)}
        {...input}
      />
    </Field>
  );
}

export function TextArea({
  id,
  label,
  hint,
  error,
  optional = false,
  className = '',
  ...area
}: FieldText & AreaProps) {
  const text = { id, label, hint, error, optional };
  return (
    <Field {...text} className={className}>
      <textarea
        id={id}
        rows={3}
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(text)}
        {...area}
      />
    </Field>
  );
}
