/** Small controls of a filter above a list, for plain forms: what is shown stands in the address. */
import type { ReactNode } from 'react';

interface ChoiceProps {
  id: string;
  label: string;
  value: string | undefined;
  /** The first option: nothing is left out. */
  all: string;
  children: ReactNode;
}

export function Choice({ id, label, value, all, children }: ChoiceProps) {
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <select id={id} name={id} defaultValue={value ?? ''} className="control max-w-full">
        <option value="">{all}</option>
        {children}
      </select>
    </div>
  );
}

/** @param value as people write it: 05-Nov-2026 */
export function Day({ id, label, value }: { id: string; label: string; value: string | undefined }) {
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <input id={id} name={id} defaultValue={value ?? ''} autoComplete="off" size={12} className="control" />
    </div>
  );
}
