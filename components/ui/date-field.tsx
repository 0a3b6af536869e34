'use client';
/**
 * A date as text, in any format of `parseDate`, next to a calendar. Only this field reads ambiguous dates, in the order
 * of the organization, because it shows them back as `12-Mar-1958`.
 */
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
  type InputHTMLAttributes,
} from 'react';
import { useTimeZone } from '#format';
import { DATE_HINT, formatDate, invalidDate } from '../format/dates';
import { formatLongDate } from '../format/long-date';
import { formatIn } from '../format/format';
import { dateOrderOf, isAmbiguous, parseDate, parsePast, type DateOrder } from '../format/parse-date';
import { afterClick } from './after-click';
import { describedBy, Field, type FieldText } from './field';
import { Icon } from './icons';
import { typeInto } from './type-into';

type DateInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  id: string;
  label: string;
  /** What the field accepts. It must be the same function on each render. */
  parse?: (text: string, order?: DateOrder) => string | null;
  /** The first day of the calendar, `YYYY-MM-DD`. */
  firstDay?: string;
};

/** Text and calendar without a label. */
function DateInput({ id, label, parse = parseDate, firstDay, className = '', ...input }: DateInputProps) {
  const text = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const order = useDateOrder();

  useEffect(() => {
    const field = text.current!;
    // The event of the browser, once the user leaves the field or presses Enter; React's is one for each key.
    const showBack = () => {
      const date = parse(field.value, order);
      if (date && formatDate(date) !== field.value) typeInto(field, formatDate(date));
    };
    field.addEventListener('change', showBack);
    return () => field.removeEventListener('change', showBack);
  }, [order, parse]);

  function open() {
    const picker = calendar.current!;
    const day = parse(text.current!.value, order);
    picker.value = day && (!firstDay || day >= firstDay) ? day : '';
    picker.showPicker();
  }

  function choose({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) {
    const field = text.current!;
    typeInto(field, value ? formatDate(value) : '');
    field.focus();
  }

  return (
    <div className={`relative ${className}`}>
      <input
        ref={text}
        id={id}
        autoComplete="off"
        maxLength={40}
        className="control w-full pr-10"
        {...input}
      />
      <button
        type="button"
        aria-label={`Choose date: ${label}`}
        onClick={open}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center text-ink-2 noscript:hidden"
      >
        <Icon name="calendar" />
      </button>
      <input
        ref={calendar}
        type="date"
        min={firstDay}
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
        className="pointer-events-none absolute right-0 bottom-0 h-px w-px opacity-0"
      />
    </div>
  );
}

/** Reads a past day as well, such as `yesterday` or `19 Nov`. */
function useParsePast() {
  const timeZone = useTimeZone() ?? 'UTC';
  return useCallback(
    (text: string, order?: DateOrder) =>
      parsePast(text, formatIn(timeZone).dayOf(new Date().toISOString()), order),
    [timeZone],
  );
}

export const PastDateInput = (input: Omit<DateInputProps, 'parse'>) => (
  <DateInput {...input} parse={useParsePast()} />
);

function useDateOrder() {
  const timeZone = useTimeZone();
  return timeZone === null ? undefined : dateOrderOf(timeZone);
}

/** What an ambiguous date is read as. It stays when the field shows the date back, until another one is typed. */
function useReading(id: string) {
  const order = useDateOrder();
  const [date, setDate] = useState<string | null>(null);
  function onInput({ target }: FormEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement) || target.id !== id) return;
    if (isAmbiguous(target.value)) setDate(parseDate(target.value, order));
    else if (date !== null && target.value !== formatDate(date)) setDate(null);
  }
  const words = order === 'month_first' ? 'month first' : 'day first';
  return { onInput, reading: date === null ? '' : `Read as ${formatLongDate(date)} (${words})` };
}

/** What is wrong with the date, once the user has left the field and until they change it. */
function useProblem(
  id: string,
  parse: NonNullable<DateInputProps['parse']>,
  example: string | undefined,
  problemOf: DateFieldProps['problemOf'],
) {
  const [problem, setProblem] = useState<string | null>(null);
  const order = useDateOrder();
  const rules = useRef({ example, problemOf });
  useEffect(() => {
    rules.current = { example, problemOf };
  });
  useEffect(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) return;
    const stop = new AbortController();
    const { signal } = stop;
    const check = () => {
      const day = parse(field.value, order);
      const { example, problemOf } = rules.current;
      if (day !== null) setProblem(problemOf?.(day) ?? null);
      else setProblem(field.value.trim() === '' ? null : invalidDate(example, field.value));
    };
    const checkAfterClick = () => afterClick(check, { signal });
    field.addEventListener('change', checkAfterClick, { signal });
    field.form?.addEventListener('reset', () => setProblem(null), { signal });
    return () => stop.abort();
  }, [id, order, parse]);
  // By React's event: a state set in a listener of the browser would render the old value of a controlled field before
  // its `onChange`, and the key would be lost.
  const onInput = () => setProblem(null);
  return { onInput, problem };
}

interface DateFieldProps extends FieldText, Omit<DateInputProps, keyof FieldText> {
  /** In the error, of a day that the field accepts. */
  example?: string;
  /** Why the field does not accept the day. */
  problemOf?: (day: string) => string | null;
}

export function DateField({
  id,
  label,
  example,
  problemOf,
  hint = DATE_HINT,
  error: sentError,
  optional = false,
  parse = parseDate,
  className = '',
  ...input
}: DateFieldProps) {
  const { onInput: read, reading } = useReading(id);
  const { onInput: clear, problem } = useProblem(id, parse, example, problemOf);
  const error = sentError ?? problem ?? undefined;
  // In place of the hint, so that nothing moves.
  const shown = reading === '' ? hint : <strong className="text-ink">{reading}</strong>;
  const text = { id, label, hint: shown, error, optional };
  return (
    <Field
      {...text}
      status={
        <span role="status" className="sr-only">
          {reading}
        </span>
      }
      className={className}
    >
      <div
        onInput={(event) => {
          read(event);
          clear();
        }}
      >
        <DateInput
          id={id}
          label={label}
          parse={parse}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(text)}
          {...input}
        />
      </div>
    </Field>
  );
}
