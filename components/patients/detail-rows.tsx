'use client';
/** A repeatable group of fields, such as phones. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { describedBy, FieldError } from '../ui/field';
import { SelectField } from '../ui/select-field';
import { TextArea, TextField } from '../ui/text-field';
import { GROUP_FORMS, type Column } from './detail-words';
import { cellName, LABELS, type Group, type Row } from './details';

interface DetailRowsProps {
  group: Group;
  rows: readonly Row[];
  /** Message for a row of the form, or for one of its fields. */
  problemOf: (index: number, column?: string) => string | undefined;
  /** Called when a row is removed. */
  changed: () => void;
}

export const rowId = (group: Group, index: number) => `${group}-${index}`;

export function DetailRows({ group, rows, problemOf, changed }: DetailRowsProps) {
  const { one, most, columns } = GROUP_FORMS[group];
  // The inputs are uncontrolled: a row keeps its number when others are removed.
  const [shown, setShown] = useState(() => rows.map((row, number) => ({ number, row })));
  const next = useRef(rows.length);
  const box = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added > 0)
      box.current
        ?.querySelector<HTMLElement>('[data-row]:last-of-type :is(input, select, textarea)')
        ?.focus();
  }, [added]);

  function add() {
    setShown((before) => [...before, { number: next.current++, row: {} }]);
    setAdded((times) => times + 1);
  }

  function remove(number: number) {
    setShown((before) => before.filter((row) => row.number !== number));
    changed();
    box.current?.focus();
  }

  return (
    <fieldset ref={box} id={group} tabIndex={-1}>
      <legend className="mb-1 font-semibold">{LABELS[group]}</legend>
      {shown.map(({ number, row }, index) => (
        <div
          key={number}
          id={rowId(group, index)}
          role="group"
          aria-label={`${one} ${index + 1}`}
          tabIndex={-1}
          data-row=""
          className="mb-2 border-l-4 border-line pb-1 pl-3"
        >
          <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
            {columns.map((column) => (
              <Cell
                key={column.name}
                column={column}
                id={cellName(group, index, column.name)}
                value={row[column.name] ?? ''}
                error={problemOf(index, column.name)}
              />
            ))}
          </div>
          {columns.map(({ name }) => (
            <FieldError key={name} id={cellName(group, index, name)} error={problemOf(index, name)} />
          ))}
          {columns.some(({ name }) => problemOf(index, name)) ? null : (
            <FieldError id={rowId(group, index)} error={problemOf(index)} />
          )}
          <Button
            weight="quiet"
            className="-ml-2"
            onClick={() => remove(number)}
            aria-label={`Remove ${one.toLowerCase()} ${index + 1}`}
          >
            Remove
          </Button>
        </div>
      ))}
      {shown.length < most ? (
        <Button weight="secondary" onClick={add}>
          Add {one.toLowerCase()}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface CellProps {
  column: Column;
  id: string;
  value: string;
  /** Shown below the row, so that its fields stay aligned. */
  error: string | undefined;
}

function Cell({ column, id, value, error }: CellProps) {
  const { label, hint, max, options, lines, type } = column;
  const text = {
    id,
    name: id,
    label,
    defaultValue: value,
    ...(hint ? { hint } : {}),
    ...(error ? { 'aria-invalid': true, 'aria-describedby': describedBy({ id, label, hint, error }) } : {}),
  };
  if (options)
    return (
      <SelectField
        {...text}
        options={options}
        {...(column.name === 'use' ? { empty: 'Not specified' } : {})}
      />
    );
  if (lines)
    return <TextArea {...text} rows={2} maxLength={max} autoComplete="off" className="sm:col-span-full" />;
  return <TextField {...text} maxLength={max} autoComplete="off" {...(type ? { type } : {})} />;
}
