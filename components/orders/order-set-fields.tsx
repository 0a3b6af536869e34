'use client';
/** Name and tests of an order set. */
import { useState } from 'react';
import { MAX_SET_NAME, MOST_SET_TESTS } from '@/server/domain/order-sets/rules';
import { Button } from '../ui/button';
import { fieldMessage, type ShownError } from '../ui/error-message';
import { TextField } from '../ui/text-field';
import { TestSearch } from './test-search';

interface SetTest {
  id: string;
  name: string;
  labId: string;
  /** The laboratory no longer offers it. */
  isMissing: boolean;
}

export interface SetValues {
  name: string;
  tests: readonly SetTest[];
}

interface OrderSetFieldsProps {
  /** Prefix of the IDs of the fields. */
  id: string;
  values: SetValues;
  onChange: (values: SetValues) => void;
}

export const isComplete = ({ name, tests }: SetValues): boolean => name.trim() !== '' && tests.length > 0;

/** What is missing, for users who wonder why the set cannot be saved. */
function missingIn({ name, tests }: SetValues): string {
  if (tests.length > 0) return 'Enter a name to save the set.';
  return name.trim() === ''
    ? 'Enter a name and add at least one test.'
    : 'Add at least one test to save the set.';
}

/** Why a set could not be saved. */
export const setProblem = (error: ShownError): string =>
  fieldMessage(error, '/name') ?? fieldMessage(error, '/test_ids', 'Tests') ?? error.detail ?? error.sentence;

export function OrderSetFields({ id, values, onChange }: OrderSetFieldsProps) {
  const { name, tests } = values;
  const searchId = `${id}-search`;
  const [search, setSearch] = useState('');
  return (
    <>
      <TextField
        id={`${id}-name`}
        label="Name"
        maxLength={MAX_SET_NAME}
        autoComplete="off"
        value={name}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
      />
      {tests.length > 0 ? (
        <ol aria-label="Tests of this set" className="mt-4 border-t border-line">
          {tests.map((test) => (
            <li key={test.id} className="flex items-center justify-between gap-3 border-b border-line py-1">
              <span className="min-w-0 wrap-anywhere">
                <bdi>{test.name}</bdi>
                {test.isMissing ? <strong className="ml-2">No longer offered</strong> : null}
              </span>
              <Button
                weight="quiet"
                aria-label={`Remove ${test.name}`}
                onClick={() => {
                  onChange({ ...values, tests: tests.filter((other) => other.id !== test.id) });
                  // The focused button is removed with its test.
                  document.getElementById(searchId)?.focus();
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ol>
      ) : null}
      <div className="mt-4">
        {tests.length < MOST_SET_TESTS ? (
          <TestSearch
            id={searchId}
            isPart
            text={search}
            onText={setSearch}
            chosen={new Set(tests.map((test) => test.id))}
            labId={tests[0]?.labId ?? null}
            onAdd={(test) =>
              onChange({
                ...values,
                tests: [...tests, { id: test.id, name: test.name, labId: test.lab.id, isMissing: false }],
              })
            }
          />
        ) : (
          <p className="text-ink-2">A set has at most {MOST_SET_TESTS} tests.</p>
        )}
      </div>
      {isComplete(values) ? null : <p className="mt-4 text-sm text-ink-2">{missingIn(values)}</p>}
    </>
  );
}
