'use client';
/** Sets type and date of all files that are not filed yet, as soon as they are chosen. */
import { useState } from 'react';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { formatDate } from '../format/dates';
import { optionsOf } from '../format/words';
import { DateField } from '../ui/date-field';
import { SelectField } from '../ui/select-field';
import { documentDateProblem, parseDocumentDate } from './document-date';

interface ApplyToAllProps {
  /** The type that all of them have; empty if there are several. */
  category: string;
  onApply: (facts: { category: string } | { date: string }) => void;
}

export function ApplyToAll({ category, onApply }: ApplyToAllProps) {
  const [date, setDate] = useState('');

  function changeDate(typed: string) {
    setDate(typed);
    const day = parseDocumentDate(typed);
    if (day !== null && documentDateProblem(day) === null) onApply({ date: formatDate(day) });
  }

  return (
    <fieldset className="mt-3 flex flex-wrap items-start gap-3">
      <legend className="sr-only">All files</legend>
      <SelectField
        id="kind-of-all"
        label="Type for all files"
        options={optionsOf(CATEGORY_WORDS)}
        {...(category === '' ? { empty: 'Choose' } : {})}
        value={category}
        onChange={({ currentTarget: { value } }) => value !== '' && onApply({ category: value })}
        className="w-56"
      />
      <DateField
        id="date-of-all"
        label="Document date for all files"
        hint={null}
        parse={parseDocumentDate}
        problemOf={documentDateProblem}
        value={date}
        onChange={({ currentTarget: { value } }) => changeDate(value)}
        className="w-56"
      />
    </fieldset>
  );
}
