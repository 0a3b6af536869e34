'use client';
/** Sets type and date of all files that are not filed yet. */
import { useState } from 'react';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { parseDate } from '../format/parse-date';
import { optionsOf } from '../format/words';
import { Button } from '../ui/button';
import { DATE_HINT, DateField } from '../ui/date-field';
import { SelectField } from '../ui/select-field';

interface ApplyToAllProps {
  /** An empty value leaves the files as they are. */
  onApply: (facts: { category: string; date: string }) => void;
}

export function ApplyToAll({ onApply }: ApplyToAllProps) {
  const [category, setCategory] = useState('');
  const [date, setDate] = useState('');
  const [error, setError] = useState('');

  function apply() {
    if (category === '' && date.trim() === '') return setError('Choose a type or enter a date.');
    if (date.trim() !== '' && parseDate(date) === null) return setError(`Enter a valid date. ${DATE_HINT}`);
    setError('');
    onApply({ category, date: date.trim() });
  }

  return (
    <fieldset className="mt-3 flex flex-wrap items-end gap-3">
      <legend className="sr-only">All files</legend>
      <SelectField
        id="kind-of-all"
        label="Type for all files"
        options={optionsOf(CATEGORY_WORDS)}
        empty="No change"
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
        className="w-56"
      />
      <DateField
        id="date-of-all"
        label="Document date for all files"
        hint={null}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
        className="w-44"
      />
      <Button weight="secondary" onClick={apply}>
        Apply to all
      </Button>
      <p role="alert" className="w-full font-semibold text-error empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
