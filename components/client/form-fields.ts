/** Declares the fields of a form once: label, control, link from an error, and parsing. */
import type { ReactNode } from 'react';
import type { ShownError } from '../ui/error-message';
import { messageAt, placeOf, type FieldPlace } from '../ui/error-summary';
import { valueOf } from './form-values';

interface Look {
  hint?: ReactNode;
  optional?: boolean;
  required?: boolean;
  maxLength?: number;
  type?: 'email' | 'tel' | 'number';
  inputMode?: 'numeric';
  autoComplete?: string;
  spellCheck?: boolean;
  pattern?: string;
  title?: string;
  rows?: number;
  min?: number;
  max?: number;
  className?: string;
}

interface FieldSpec extends Look {
  /** Prefix of the JSON pointer of its errors. The first matching field shows the error. */
  pointer: string;
  label: string;
  /** The error of a missing value, instead of the server's: "Enter a name." */
  missing?: string;
}

/** @param specs by name of the control, which is also its ID */
export function defineFields<Name extends string>(specs: Readonly<Record<Name, FieldSpec>>) {
  const names = Object.keys(specs) as Name[];
  const places = names.map((name): FieldPlace => {
    const { pointer, label, missing } = specs[name];
    return missing === undefined ? [pointer, name, label] : [pointer, name, label, missing];
  });
  return {
    /** For the error summary. */
    places,
    /** Trimmed; null if empty. */
    read: (form: FormData) =>
      Object.fromEntries(names.map((name) => [name, valueOf(form, name)])) as Record<Name, string | null>,
    /** Properties of the controls, with their errors. */
    controls: (error: ShownError | null) => {
      const errorOf = (name: Name): string | undefined => {
        const found = error?.fields.filter(({ pointer }) => placeOf(places, pointer)?.[1] === name) ?? [];
        // Several of a list, such as addresses.
        return found.map((one) => messageAt(placeOf(places, one.pointer), one)).join('\n') || undefined;
      };
      return {
        field: (name: Name) => {
          const { pointer: _pointer, missing: _missing, ...control } = specs[name];
          return { ...control, id: name, name, error: errorOf(name) };
        },
        /** For check boxes and radio buttons. */
        group: (name: Name) => {
          const { label, hint } = specs[name];
          return { id: name, name, legend: label, hint, error: errorOf(name) };
        },
      };
    },
  };
}
