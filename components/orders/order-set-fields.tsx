'use client';
/** Name and tests of an order set. */
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { MAX_SET_NAME, MOST_SET_TESTS } from '@/server/domain/order-sets/rules';
import { Button } from '../ui/button';
import { useDialogFields } from '../ui/dialog-fields';
import type { ShownError } from '../ui/error-message';
import { fieldMessage } from '../ui/field-messages';
import { TextField } from '../ui/text-field';
import { includedIn, type Known } from './included-in';
import { IncludedIn } from './included-notice';
import { TestSearch, typedProblem } from './test-search';

interface SetTest extends Known {
  lab: CatalogTest['lab'];
  /** The laboratory no longer offers it. */
  isMissing: boolean;
}

export interface SetValues {
  name: string;
  tests: readonly SetTest[];
  /** A test that is typed and not added. */
  typed: string;
}

interface OrderSetFieldsProps {
  /** Prefix of the IDs of the fields. */
  id: string;
  values: SetValues;
  nameError: string | undefined;
  onChange: (next: (before: SetValues | null) => SetValues | null) => void;
}

export const setTest = ({ id, name, loinc, components, lab }: CatalogTest): SetTest => ({
  id,
  name,
  loinc,
  components,
  lab,
  isMissing: false,
});

/** Null if the set can be saved. */
export function missingIn({ name, tests, typed }: SetValues): string | null {
  if (tests.length > 0 && typed.trim() !== '') return typedProblem(typed.trim());
  if (tests.length > 0) return name.trim() === '' ? 'Enter a name to save the set.' : null;
  return name.trim() === ''
    ? 'Enter a name and add at least one test.'
    : 'Add at least one test to save the set.';
}

/**
 * Why a set could not be saved.
 * @param id of the field of the name
 */
export function useSetErrors(id: string) {
  const { at, clear, explain } = useDialogFields([['/name', id, 'Name']]);
  return {
    nameError: at('/name'),
    clear,
    explain: (error: ShownError) =>
      explain(
        error,
        fieldMessage(error, '/test_ids', 'Tests') ??
          (error.isOutdated ? null : error.detail) ??
          error.sentence,
      ),
  };
}

export function OrderSetFields({ id, values, nameError, onChange }: OrderSetFieldsProps) {
  const { name, tests, typed } = values;
  const searchId = `${id}-search`;
  // Adding a test also clears its text: two changes in one render.
  const change = (part: Partial<SetValues>) => onChange((before) => before && { ...before, ...part });
  return (
    <>
      <TextField
        id={`${id}-name`}
        label="Name"
        maxLength={MAX_SET_NAME}
        autoComplete="off"
        value={name}
        error={nameError}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      {tests.length > 0 ? (
        <ol aria-label="Tests of this set" className="mt-4 border-t border-line">
          {tests.map((test) => (
            <li key={test.id} className="flex items-center justify-between gap-3 border-b border-line py-1">
              <div className="min-w-0 wrap-anywhere">
                <bdi>{test.name}</bdi>
                {test.isMissing ? <strong className="ml-2">No longer offered</strong> : null}
                <IncludedIn panel={includedIn(test, tests)} where="set" />
              </div>
              <Button
                weight="quiet"
                aria-label={`Remove ${test.name}`}
                onClick={() => {
                  change({ tests: tests.filter((other) => other.id !== test.id) });
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
            text={typed}
            onText={(text) => change({ typed: text })}
            chosen={new Set(tests.map((test) => test.id))}
            lab={tests[0]?.lab ?? null}
            onAdd={(test) =>
              change({
                tests: [...tests, setTest(test)],
              })
            }
          />
        ) : (
          <p className="text-ink-2">A set has at most {MOST_SET_TESTS} tests.</p>
        )}
      </div>
    </>
  );
}
