/** A named group of check boxes or radio buttons, each with its own line of explanation. */
import type { ReactNode } from 'react';
import { FieldError } from './field';

interface CheckOption {
  value: string;
  label: string;
  detail?: ReactNode;
  checked?: boolean;
}

interface CheckboxListProps {
  id: string;
  name: string;
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  options: readonly CheckOption[];
  kind?: 'checkbox' | 'radio';
  className?: string;
  quietLegend?: boolean;
  /** Short options without details next to each other. */
  inline?: boolean;
}

export function CheckboxList(props: CheckboxListProps) {
  const {
    id,
    name,
    legend,
    hint,
    error,
    options,
    kind = 'checkbox',
    className = '',
    quietLegend = false,
    inline = false,
  } = props;
  const described =
    [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={described} className={className}>
      <legend className={quietLegend ? 'text-sm font-semibold text-ink-2' : 'font-semibold'}>{legend}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      ) : null}
      <div className={inline ? 'mt-1 flex flex-wrap gap-x-4' : 'mt-1'}>
        {options.map((option) => (
          <label
            key={option.value}
            htmlFor={`${id}-${option.value}`}
            className="target flex min-h-8 items-start gap-2.5 py-1 pr-2"
          >
            <input
              id={`${id}-${option.value}`}
              type={kind}
              name={name}
              value={option.value}
              defaultChecked={option.checked ?? false}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              {option.label}
              {option.detail ? <span className="block text-sm text-ink-2">{option.detail}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
