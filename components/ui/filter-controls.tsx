/**
 * The form of a filter above a list, and its compact controls. The filter is in the URL, so it works without scripts.
 */
import type { ReactNode } from 'react';
import { Button } from './button';
import { PastDateInput } from './date-field';
import { describedBy, FieldError } from './field';
import { FilterFold } from './filter-fold';
import { LinkForm } from './link-form';

interface FilterFormProps {
  path: string;
  className?: string;
  /** Label of the button. With another one, a chosen option is not applied at once. */
  submit?: string;
  /** After the button. */
  after?: ReactNode;
  /** Number of active restrictions: folded on a phone. Omitted for a form that stays open. */
  active?: number;
  /** Opens the folded form. */
  isInvalid?: boolean;
  children: ReactNode;
}

const APPLY = 'Apply';

export function FilterForm({
  path,
  className = 'mb-4',
  submit = APPLY,
  after,
  active,
  isInvalid = false,
  children,
}: FilterFormProps) {
  const form = (
    <LinkForm applies={submit === APPLY} action={path} className={`filter-form print:hidden ${className}`}>
      {children}
      <Button type="submit" weight="secondary">
        {submit}
      </Button>
      {after}
    </LinkForm>
  );
  return active === undefined ? (
    form
  ) : (
    <FilterFold active={active} isInvalid={isInvalid}>
      {form}
    </FilterFold>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  value: string | undefined;
  /** The first option, without a restriction. */
  all: string;
  className?: string;
  children: ReactNode;
}

export function Choice({ id, label, value = '', all, className = '', children }: ChoiceProps) {
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      {/* A mounted select ignores a changed default value. */}
      <select
        key={value}
        id={id}
        name={id}
        defaultValue={value}
        className={`control max-w-full ${className}`}
      >
        <option value="">{all}</option>
        {children}
      </select>
    </div>
  );
}

interface LineProps {
  id: string;
  label: string;
  value: string | undefined;
  /** Characters. */
  most: number;
}

export function Line({ id, label, value, most }: LineProps) {
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <input id={id} name={id} defaultValue={value ?? ''} maxLength={most} size={16} className="control" />
    </div>
  );
}

interface DayProps {
  id: string;
  label: string;
  value: string | undefined;
  error: string | undefined;
}

export function Day({ id, label, value, error }: DayProps) {
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      {/* Above the field, so that the fields of a row stay aligned. */}
      {error ? (
        <div className="mb-1 max-w-44 text-sm">
          <FieldError id={id} error={error} />
        </div>
      ) : null}
      <PastDateInput
        key={value}
        id={id}
        label={label}
        name={id}
        defaultValue={value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy({ id, label, error })}
        className="w-40 max-md:w-full"
      />
    </div>
  );
}
