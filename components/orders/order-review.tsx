'use client';
/** What is about to be ordered, for whom, next to the button that places the order. */
import { useRef } from 'react';
import type { Diagnosis } from '@/server/data-types/lab-order';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import {
  answerWords,
  askedWords,
  FASTING_REQUIRED,
  NOT_FOLLOWED_UP,
  PRIORITY_WORDS,
} from '@/server/domain/lab-orders/rules';
import { joinTests } from '@/server/domain/lab-results/rules';
import { formatDate } from '../format/dates';
import { count } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { FormActions } from '../ui/form-actions';
import { usePanelHeight } from '../ui/panel-height';
import { answerName } from './chosen-tests';
import { OrderedAlreadyCount, OrderedAlreadyMark, Transmitted } from './ordered-already';

export const ORDER_REVIEW = 'order-review';

interface OrderReviewProps {
  patientId: string;
  patientName: string;
  /** Name, birth date and MRN. */
  patientLine: string;
  tests: readonly CatalogTest[];
  /** By the name of their field. */
  answers: Readonly<Record<string, string>>;
  /** Of the answer to a question about a date. */
  parseDay: (text: string) => string | null;
  diagnoses: readonly Diagnosis[];
  priority: keyof typeof PRIORITY_WORDS;
  /** `YYYY-MM-DD`; null without a valid date. */
  collectOn: string | null;
  notes: string;
  busy: boolean;
  pending: boolean;
  onCancel: () => void;
}

export function OrderReview({
  patientId,
  patientName,
  patientLine,
  tests,
  answers,
  parseDay,
  diagnoses,
  priority,
  collectOn,
  notes,
  busy,
  pending,
  onCancel,
}: OrderReviewProps) {
  const panel = useRef<HTMLElement>(null);
  usePanelHeight(panel);
  return (
    <section
      ref={panel}
      id={ORDER_REVIEW}
      tabIndex={-1}
      aria-labelledby="review"
      className="send-panel h-fit border-2 border-ink p-4 max-md:bottom-14 max-md:bg-paper max-md:p-2 max-md:[@media(height>=40rem)]:sticky lg:top-38 lg:max-h-[calc(100dvh-10rem)] lg:overflow-y-auto lg:[@media(height>=40rem)]:sticky"
    >
      <h2 id="review" className="text-section font-semibold max-md:sr-only">
        Review
      </h2>
      <p className="font-semibold max-md:hidden">
        <WholeDates of={patientLine} />
      </p>
      {/* On a phone the banner above has the rest. */}
      <p className="text-sm font-semibold wrap-anywhere md:hidden">
        <bdi>{patientName}</bdi>
      </p>
      {tests.length > 0 ? (
        <p className="line-clamp-2 text-sm md:hidden">{joinTests(tests.map(({ name }) => name))}</p>
      ) : null}
      {tests.length > 0 ? (
        <ul className="my-2 list-inside list-disc max-md:hidden">
          {tests.map((test) => (
            <li key={test.id}>
              <bdi>{test.name}</bdi>
              <OrderedAlreadyMark patientId={patientId} test={test} />
              {test.fasting_required ? (
                <span className="ml-5 block text-sm font-semibold">{FASTING_REQUIRED}</span>
              ) : null}
              {test.questions.map(({ id, text, type }) => {
                const typed = answers[answerName(test.id, id)];
                const day = typed && type === 'date' ? parseDay(typed) : null;
                const answer = type === 'date' ? day && formatDate(day) : typed;
                return answer ? (
                  <span key={id} className="ml-5 block text-sm wrap-anywhere text-ink-2">
                    {askedWords(text)} <bdi>{answerWords(type, answer)}</bdi>
                  </span>
                ) : null;
              })}
            </li>
          ))}
        </ul>
      ) : null}
      {diagnoses.length > 0 ? (
        <ul aria-label="Diagnoses" className="my-2 max-md:hidden">
          {diagnoses.map(({ code, description }) => (
            <li key={code} className="line-clamp-2 wrap-anywhere">
              For {code}
              {description ? (
                <>
                  , <bdi>{description}</bdi>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {notes ? (
        <p className="my-2 line-clamp-6 whitespace-pre-line wrap-anywhere max-md:hidden">
          Note: “<bdi>{notes}</bdi>”
        </p>
      ) : null}
      <p className="mb-3 text-ink-2 max-md:mb-1 max-md:text-sm">
        {count(tests.length, 'test')}
        <span className="md:hidden">
          <OrderedAlreadyCount patientId={patientId} tests={tests} />
        </span>
        , {priority === 'stat' ? <strong>{PRIORITY_WORDS.stat}</strong> : PRIORITY_WORDS[priority]}
        {tests[0] ? `, ${tests[0].lab.name}` : ''}
        {collectOn ? (
          <>
            , collect on <span className="whitespace-nowrap">{formatDate(collectOn)}</span>
          </>
        ) : null}
        {tests[0] ? (
          <Transmitted patientId={patientId} lab={tests[0].lab} isRoutine={priority === 'routine'} />
        ) : null}
        {priority !== 'stat' &&
        tests.length > 0 &&
        tests.every(({ turnaround_hours: hours }) => hours === null) ? (
          <span className="block">{NOT_FOLLOWED_UP}</span>
        ) : null}
      </p>
      <FormActions
        label="Place order"
        pendingLabel="Placing"
        pending={pending}
        busy={busy}
        cancelHref={`/patients/${patientId}/orders`}
        onCancel={onCancel}
        does="place the order"
        className="max-md:flex-nowrap"
      />
    </section>
  );
}
