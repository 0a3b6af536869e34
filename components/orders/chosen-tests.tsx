'use client';
/** The tests of a new order, with the questions of each test. */
import { useState, type ComponentProps } from 'react';
import type { DateOrder } from '../format/parse-date';
import { NUMBER_ANSWER } from '@/server/data-types/lab-order-codes';
import { joinTests } from '@/server/domain/lab-results/rules';
import { answerWords, FASTING_REQUIRED } from '@/server/domain/lab-orders/rules';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import type { CatalogQuestion } from '@/server/data-types/catalog-test';
import { count } from '../format/numbers';
import { afterClick } from '../ui/after-click';
import { Button } from '../ui/button';
import { DateField } from '../ui/date-field';
import { FieldError } from '../ui/field';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { FavoriteStar, type Favorites } from './favorite-tests';
import { includedIn } from './included-in';
import { IncludedIn } from './included-notice';
import { OrderedAlready, UncheckedOrders } from './ordered-already';

export function answerName(testId: string, questionId: string): string {
  return `answer:${testId}:${questionId}`;
}
export const isAnswer = (name: string): boolean => name.startsWith('answer:');

type ParseDay = (text: string, order?: DateOrder) => string | null;

interface QuestionProps {
  test: CatalogTest;
  question: CatalogQuestion;
  parseDay: ParseDay;
  error?: string | undefined;
}

function Question({ test, question, parseDay, error }: QuestionProps) {
  const name = answerName(test.id, question.id);
  const common = {
    id: name,
    name,
    label: question.text,
    required: question.required,
    optional: !question.required,
    error,
  };
  if (question.type === 'boolean' || question.type === 'choice') {
    const words = question.type === 'boolean' ? ['yes', 'no'] : question.options;
    return (
      <SelectField
        {...common}
        empty="Choose"
        options={words.map((word) => ({ value: word, label: answerWords(question.type, word) }))}
      />
    );
  }
  if (question.type === 'date') return <DateField {...common} hint="A date, or yesterday" parse={parseDay} />;
  const maxLength = question.max_length ?? 500;
  return question.type === 'number' ? (
    <NumberField {...common} maxLength={maxLength} />
  ) : (
    <TextField {...common} maxLength={maxLength} />
  );
}

/** A comma is not read: in some countries it separates decimals, in others thousands. */
export const numberExample = (answer: string): string =>
  answer.includes(',') ? ' without commas, such as 1250 or 12.5.' : ', such as 12.5.';

export const numberProblem = (answer: string): string | undefined =>
  answer === '' || NUMBER_ANSWER.test(answer) ? undefined : `Enter a number${numberExample(answer)}`;

/** Shows what is wrong once the user has left the field and until they change it. */
function NumberField({ error, ...field }: ComponentProps<typeof TextField>) {
  const [problem, setProblem] = useState<string>();
  return (
    <TextField
      {...field}
      inputMode="decimal"
      error={error ?? problem}
      onBlur={({ currentTarget }) => afterClick(() => setProblem(numberProblem(currentTarget.value.trim())))}
      onInput={() => setProblem(undefined)}
    />
  );
}

interface ChosenTestsProps {
  tests: readonly CatalogTest[];
  patientId: string;
  favorites: Favorites;
  onRemove: (test: CatalogTest) => void;
  /** Of the answer to a question. It must be the same function on each render. */
  parseDay: ParseDay;
  at: (pointer: string) => string | undefined;
}

export function ChosenTests({ tests, patientId, favorites, onRemove, parseDay, at }: ChosenTestsProps) {
  if (tests.length === 0) return <p className="border-y border-line bg-canvas px-3 py-3">No tests added.</p>;
  return (
    <>
      <UncheckedOrders patientId={patientId} />
      <ol aria-label="Tests in this order" className="border-t-2 border-ink">
        {tests.map((test, index) => (
          <li key={test.id} id={`item-${index}`} tabIndex={-1} className="border-b border-line py-2">
            <div className="flex items-start justify-between gap-3">
              <div>
                <p className="font-semibold">{test.name}</p>
                <p className="text-sm text-ink-2">
                  {[test.code, test.specimen?.type ?? '', test.fasting_required ? FASTING_REQUIRED : '']
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <div className="flex flex-wrap justify-end">
                <FavoriteStar favorites={favorites} test={test} />
                <Button weight="quiet" onClick={() => onRemove(test)} aria-label={`Remove ${test.name}`}>
                  Remove
                </Button>
              </div>
            </div>
            <OrderedAlready patientId={patientId} test={test} />
            <IncludedIn panel={includedIn(test, tests)} where="order" />
            {test.kind === 'panel' && test.components.length > 0 ? (
              <details className="text-sm">
                <summary className="target inline-flex min-h-6 items-center text-accent underline">
                  {count(test.components.length, 'test')} in this panel
                </summary>
                <p>{joinTests(test.components.map((component) => component.name))}</p>
              </details>
            ) : null}
            {test.questions.length > 0 ? (
              <div className="mt-2 space-y-3 border-l-4 border-line pl-3">
                {test.questions.map((question, position) => (
                  <Question
                    key={question.id}
                    test={test}
                    question={question}
                    parseDay={parseDay}
                    error={at(`/items/${index}/answers/${position}`)}
                  />
                ))}
              </div>
            ) : null}
            {/* Those of questions are at their fields. */}
            <FieldError
              id={`item-${index}`}
              error={at(`/items/${index}/answers`) ? undefined : at(`/items/${index}`)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
