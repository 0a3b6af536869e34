import type { SelectHTMLAttributes } from 'react';
import { Field, describedBy, type FieldText } from './field';

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  options: readonly Option[];
  /** Shown first with an empty value, so that nothing is chosen by accident. */
  empty?: string;
}

export function SelectField({
  id,
  label,
  hint,
  error,
  optional = false,
  className = '',
  options,
  empty,
  ...select
}: FieldText & SelectProps) {
  const text = { id, label, hint, error, optional };
  return (
    <Field {...text} className={className}>
      <select
        id={id}
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(text)}
        {...select}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
