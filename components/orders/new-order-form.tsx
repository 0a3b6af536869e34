'use client';
/** A lab order for one patient. */
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { useFormat } from '#format';
import type { Diagnosis } from '@/server/data-types/lab-order';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import type { OrderTemplate } from '@/server/domain/lab-orders/sheet-contract';
import type { OrderSet } from '@/server/domain/order-sets/contract';
import {
  COLLECT_PAST,
  COLLECT_RANGE,
  COLLECT_WITHIN_DAYS,
  MOST_DIAGNOSES,
  PRIORITY_WORDS,
  type UsualDiagnosis,
} from '@/server/domain/lab-orders/rules';
import { api } from '../client/client';
import { valueOf } from '../client/form-values';
import { useOnce } from '../client/use-once';
import { useSubmit } from '../client/use-submit';
import { isolate } from '../format/isolate';
import { count } from '../format/numbers';
import { formatDate, invalidDate } from '../format/dates';
import { parseAhead, parsePast, type DateOrder } from '../format/parse-date';
import { optionsOf } from '../format/words';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useBeginning, useDraft, type Content, type DraftFound } from '../client/drafts/use-draft';
import { announce } from '../ui/live-region';
import { Notice } from '../ui/notice';
import { list } from '../format/lists';
import { NotOrderable } from './not-orderable';
import { DateField } from '../ui/date-field';
import { Icon } from '../ui/icons';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import type { Problem } from '../ui/error-message';
import { showToast } from '../ui/toast';
import { SelectField } from '../ui/select-field';
import { TextArea } from '../ui/text-field';
import { CopiedFrom } from './copied-from';
import { ChosenTests, answerName, isAnswer, numberExample, numberProblem } from './chosen-tests';
import { CODE_FIELD, DiagnosesField, diagnosesOf } from './diagnoses-field';
import { FavoriteTests, useFavorites } from './favorite-tests';
import { notIncluded } from './included-in';
import { orderPlaced } from './just-placed';
import { ORDER_REVIEW, OrderReview } from './order-review';
import { useOrderCheck } from './ordered-already';
import { OrderSets } from './order-sets';
import { placingProblem } from './place-once';
import { TestSearch, typedProblem } from './test-search';

const PRIORITIES = ['routine', 'urgent', 'asap', 'stat'] as const;
type Priority = (typeof PRIORITIES)[number];

function fieldsOf(tests: readonly CatalogTest[]): FieldPlace[] {
  return [
    ...tests.flatMap((test, index): FieldPlace[] => [
      ...test.questions.map(({ id }, position): FieldPlace => [
        `/items/${index}/answers/${position}`,
        answerName(test.id, id),
      ]),
      [`/items/${index}`, `item-${index}`],
    ]),
    ['/items', 'test-search', 'Tests'],
    ['/diagnoses', CODE_FIELD, 'Diagnoses'],
    ['/priority', 'priority', 'Priority'],
    ['/collect_on', 'collect-on', COLLECTION],
    ['/ordering_clinician', 'priority'],
    ['/notes', 'notes', 'Note to the laboratory'],
  ];
}

interface NewOrderFormProps {
  patientId: string;
  patientName: string;
  /** Name, birth date and MRN: repeated next to the button that places the order. */
  patientLine: string;
  favorites: readonly CatalogTest[];
  /** Of earlier orders of the patient. */
  earlierDiagnoses: readonly Diagnosis[];
  /** Of earlier orders of all patients. */
  knownDiagnoses: readonly Diagnosis[];
  usualDiagnoses: readonly UsualDiagnosis[];
  sets: readonly OrderSet[];
  /** The order to repeat. */
  template: OrderTemplate | null;
  found: DraftFound;
}

interface Kept {
  tests: readonly CatalogTest[];
  priority: Priority;
  /** Absent in drafts of an earlier version. */
  diagnoses?: readonly Diagnosis[];
  /** Of an attempt to place the order without a response: another one must not place it again. */
  attempt?: string | null;
}

/** Tests of one order go to one laboratory. */
function withTests(
  before: readonly CatalogTest[],
  more: readonly CatalogTest[] = [],
): readonly CatalogTest[] {
  const labId = (before[0] ?? more[0])?.lab.id;
  const isNew = (test: CatalogTest) => test.lab.id === labId && !before.some(({ id }) => id === test.id);
  return [...before, ...more.filter(isNew)];
}

function withDiagnoses(before: readonly Diagnosis[], more: readonly Diagnosis[] = []): readonly Diagnosis[] {
  const isNew = ({ code }: Diagnosis) => !before.some((known) => known.code === code);
  return [...before, ...more.filter(isNew)].slice(0, MOST_DIAGNOSES);
}

const moreUrgent = (...of: (Priority | null | undefined)[]): Priority =>
  PRIORITIES.findLast((known) => of.includes(known)) ?? 'routine';

function placedSentence(
  { status, paused, failing_since: failing }: LabOrder['transmission'],
  patient: string,
): string {
  const placed = `Order placed for ${isolate(patient)}.`;
  if (status === 'not_applicable') return `${placed} Not sent.`;
  return paused || failing ? `${placed} Not sent yet.` : placed;
}

/** A priority alone is no order. */
const isEmpty = ({ fields, more }: Content<Kept>): boolean =>
  more.tests.length === 0 &&
  !more.diagnoses?.length &&
  Object.entries(fields).every(
    ([name, values]) => name === 'priority' || values.every((value) => value === ''),
  );

const isAt = (pointer: string, start: string): boolean =>
  pointer === start || pointer.startsWith(`${start}/`);

/** @param isRemoved of one test: the positions of the others have changed */
const isOfTests = (pointer: string, isRemoved: boolean): boolean =>
  pointer === '/items' || (isRemoved && pointer.startsWith('/items/'));

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const COLLECTION = 'Collection date';

/** A collection is planned, so that the usual example would be rejected. */
const collectExample = (today: string): string => `Example: ${formatDate(daysAfter(today, 7))}`;

const collectProblem = (day: string, today: string): string | null =>
  day < today
    ? `${COLLECTION} ${COLLECT_PAST}.`
    : day > daysAfter(today, COLLECT_WITHIN_DAYS)
      ? `${COLLECTION} ${COLLECT_RANGE}.`
      : null;

/** “Last dose on: enter a valid date.”, “Last dose? Enter a valid date.” */
const invalidDateOf = (label: string, sentence: string): string =>
  label.endsWith('?')
    ? `${label} ${sentence}`
    : `${label.replace(/:$/, '')}: ${sentence[0]!.toLowerCase()}${sentence.slice(1)}`;

const invalidDay = (pointer: string, message: string): Problem => ({
  code: 'validation_failed',
  errors: [{ pointer, code: 'invalid_format', message }],
});

interface DayField {
  pointer: string;
  label: string;
  parse: (text: string) => string | null;
  example?: string;
}

function readDay(value: string, { pointer, label, parse, example }: DayField): string {
  const day = parse(value);
  if (day === null) throw invalidDay(pointer, invalidDateOf(label, invalidDate(example, value)));
  return day;
}

/** @param typed a test that was typed and not added */
function problemOfTests(typed: string, added: number): string | undefined {
  if (typed) return typedProblem(typed);
  return added === 0 ? 'Add at least one test.' : undefined;
}

function orderedProblem(tests: readonly CatalogTest[], ordered: readonly CatalogTest[]): Problem {
  const errors = ordered.map((test) => ({
    pointer: `/items/${tests.indexOf(test)}`,
    code: 'not_allowed',
    message: `${test.name} is already ordered. Remove it, or place the order again to order it twice.`,
  }));
  return { code: 'validation_failed', errors };
}

export function NewOrderForm({
  patientId,
  patientName,
  patientLine,
  favorites: kept,
  earlierDiagnoses,
  knownDiagnoses,
  usualDiagnoses,
  sets,
  template,
  found,
}: NewOrderFormProps) {
  const router = useRouter();
  const address = `/patients/${patientId}/orders/new`;
  const initial = useBeginning<Kept>(address, found);
  const saved = initial.content?.more;
  const [tests, setTests] = useState<readonly CatalogTest[]>(() =>
    withTests(saved?.tests ?? [], template?.tests),
  );
  const [priority, setPriority] = useState<Priority>(() => moreUrgent(saved?.priority, template?.priority));
  const [diagnoses, setDiagnoses] = useState<readonly Diagnosis[]>(() =>
    withDiagnoses(saved?.diagnoses ?? [], template?.diagnoses),
  );
  /** As entered, for the review: the field keeps its own value. */
  const [collectOn, setCollectOn] = useState('');
  const [notes, setNotes] = useState('');
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  /** In the search for tests. */
  const [search, setSearch] = useState('');
  /** All that the search finds is in the order. */
  const [isAllChosen, setIsAllChosen] = useState(false);
  /** Of the set added last: what became of its tests. */
  const [setAdded, setSetAdded] = useState<{
    sentence: string;
    missing: string[];
    included: string[];
  } | null>(null);
  const favorites = useFavorites(kept);
  const submission = useOnce(saved?.attempt);
  const { whilePlacing, orderedMeanwhile } = useOrderCheck(patientId);
  const [mayBePlaced] = useState(saved?.attempt != null);
  const draft = useDraft<Kept>(address, {
    beginning: initial,
    read: () => ({ tests, priority, diagnoses, attempt: submission.unanswered() }),
    restore: (more) => {
      submission.restart(more.attempt ?? null);
      setTests(more.tests);
      setPriority(more.priority);
      setDiagnoses(more.diagnoses ?? []);
    },
    keep: { isEmpty },
  });
  const format = useFormat();
  const [today] = useState(() => format.dayOf(new Date().toISOString()));
  const parsePlanned = useCallback(
    (text: string, order?: DateOrder) => parseAhead(text, today, order) ?? parsePast(text, today, order),
    [today],
  );
  /** Of a question, mostly about the past. */
  const parseAnswered = useCallback(
    (text: string, order?: DateOrder) => parsePast(text, today, order) ?? parseAhead(text, today, order),
    [today],
  );
  const typedDay = parsePlanned(collectOn);
  const plannedDay = typedDay && !collectProblem(typedDay, today) ? typedDay : null;
  const testsProblem = problemOfTests(isAllChosen ? '' : search.trim(), tests.length);
  const { form, busy, pending, error, setError, at } = useSubmit(
    async (data) => {
      const errors: NonNullable<Problem['errors']> = [];
      /** Collects the problems of all fields, so that they are shown together. */
      function read<T>(value: () => T): T | null {
        try {
          return value();
        } catch (thrown) {
          const { errors: found } = thrown as Problem;
          if (!found) throw thrown;
          errors.push(...found);
          return null;
        }
      }
      if (testsProblem) errors.push({ pointer: '/items', code: 'required', message: testsProblem });
      const items = tests.map((test, index) => ({
        test_id: test.id,
        answers: test.questions.flatMap((question, position) => {
          const value = valueOf(data, answerName(test.id, question.id));
          const pointer = `/items/${index}/answers/${position}`;
          if (!value) {
            if (question.required)
              errors.push({ pointer, code: 'required', message: `Answer “${question.text}”.` });
            return [];
          }
          if (question.type === 'number' && numberProblem(value))
            errors.push({
              pointer,
              code: 'invalid_format',
              message: `Answer “${question.text}” with a number${numberExample(value)}`,
            });
          const answer =
            question.type === 'date'
              ? read(() => readDay(value, { pointer, label: question.text, parse: parseAnswered }))
              : value;
          return answer ? [{ question_id: question.id, value: answer }] : [];
        }),
      }));
      const typed = read(() =>
        diagnosesOf(data, { diagnoses, known: knownDiagnoses, usual: usualDiagnoses }),
      );
      const collectOn = valueOf(data, 'collect_on');
      const day =
        collectOn &&
        read(() => {
          const planned = readDay(collectOn, {
            pointer: '/collect_on',
            label: COLLECTION,
            parse: parsePlanned,
            example: collectExample(today),
          });
          const problem = collectProblem(planned, today);
          if (problem) throw invalidDay('/collect_on', problem);
          return planned;
        });
      if (errors.length > 0) throw { code: 'validation_failed', errors } satisfies Problem;
      const input = {
        patient_id: patientId,
        priority,
        diagnoses: typed ?? [],
        collect_on: day,
        notes: valueOf(data, 'notes'),
        items,
      };
      // The key of an unanswered attempt prevents a second order, which would be found here.
      const meanwhile = submission.unanswered() ? [] : await orderedMeanwhile(tests);
      if (meanwhile.length > 0) throw orderedProblem(tests, meanwhile);
      const attempt = {
        wasOffline: !navigator.onLine,
        wasUnanswered: submission.unanswered() !== null,
        isDraftSaved: draft.isSaved(),
      };
      try {
        const placed = whilePlacing(() =>
          submission.send((options) => api.labOrders.createLabOrder.mutate(input, options)),
        );
        // With the key, should the page be closed before the response.
        draft.changed();
        return await placed;
      } catch (thrown) {
        draft.changed();
        throw placingProblem(thrown, attempt);
      }
    },
    (order) => {
      draft.sent();
      showToast(placedSentence(order.transmission, patientName));
      orderPlaced(order.id);
      router.push(`/patients/${patientId}/orders/${order.id}`);
      router.refresh();
    },
    fieldsOf(tests),
  );

  const isOffline = error?.code === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    const reconnected = () => {
      // The focused summary is removed. Ctrl+Enter works only within the form.
      if (document.activeElement?.matches('[role=alert]'))
        document.getElementById(ORDER_REVIEW)?.focus({ preventScroll: true });
      setError(null);
      showToast({ sentence: 'You are online again. The order is not placed yet.', isHint: true });
    };
    window.addEventListener('online', reconnected);
    return () => window.removeEventListener('online', reconnected);
  }, [isOffline, setError]);

  const chosen = new Set(tests.map((test) => test.id));
  const labId = tests[0]?.lab.id ?? null;
  function change(now: readonly CatalogTest[]) {
    setTests(now);
    draft.changed();
    // Errors of tests name them by their position, and one that is fixed must not stay.
    if (
      error?.fields.length &&
      error.fields.every(({ pointer }) => isOfTests(pointer, now.length < tests.length))
    )
      setError(null);
  }
  const add = (test: CatalogTest) => change([...tests, test]);
  /** The summary stays until all fields are fixed: a changed one would take the focus from the question. */
  const [corrected, setCorrected] = useState<{ since: typeof error; pointers: readonly string[] }>();
  const fixed = corrected?.since === error ? corrected.pointers : [];
  function fix(start: string | undefined) {
    if (!error || !start) return;
    const found = error.fields.map(({ pointer }) => pointer).filter((pointer) => isAt(pointer, start));
    if (found.length === 0) return;
    const pointers = [...fixed, ...found];
    if (error.fields.every(({ pointer }) => pointers.includes(pointer))) setError(null);
    else setCorrected({ since: error, pointers });
  }
  const unfixedAt = (start: string) =>
    fixed.some((pointer) => isAt(pointer, start)) ? undefined : at(start);
  function cancel() {
    const mayBePlaced = submission.unanswered() !== null;
    const restore = draft.cancel();
    if (!restore) return;
    showToast({
      sentence: mayBePlaced ? 'Form closed. The order may already be placed.' : 'Order discarded.',
      undo: async () => {
        await restore();
        const state = mayBePlaced ? 'may already be placed' : 'is not placed yet';
        return { sentence: `Undone. The order ${state}.`, href: address };
      },
    });
  }

  return (
    <form
      method="post"
      {...form}
      {...draft.form}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
          if (isAnswer(target.name)) {
            const { name, value } = target;
            setAnswers((now) => ({ ...now, [name]: value.trim() }));
            if (value.trim()) fix(fieldsOf(tests).find(([, id]) => id === name)?.[0]);
          }
        // The test search is not part of the draft.
        if (!(target instanceof HTMLInputElement) || target.name) draft.form.onInput();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="space-y-5">
        <DraftNotice
          draft={draft}
          onDiscard={() => {
            submission.restart(null);
            setTests(withTests([], template?.tests));
            setSetAdded(null);
            setSearch('');
            setPriority(template?.priority ?? 'routine');
            setCollectOn('');
            setNotes('');
            setAnswers({});
            setDiagnoses(withDiagnoses([], template?.diagnoses));
          }}
        >
          {mayBePlaced ? 'It may already be placed. Placing it again creates no second order.' : ''}
        </DraftNotice>
        {template ? <CopiedFrom template={template} /> : null}
        <ErrorSummary
          error={error}
          fields={fieldsOf(tests)}
          fix={
            error?.code === 'placed_before' ? (
              <a href={`/patients/${patientId}/orders`} target="_blank" rel="noopener">
                Open orders (new tab)
              </a>
            ) : undefined
          }
        />
        <TestSearch
          chosen={chosen}
          lab={tests[0]?.lab ?? null}
          isFavorite={favorites.has}
          text={search}
          onText={(typed) => {
            setSearch(typed);
            // Cleared, as the error said.
            if (
              typed === '' &&
              tests.length > 0 &&
              error?.fields.length &&
              error.fields.every(({ pointer }) => pointer === '/items')
            )
              setError(null);
          }}
          onAdd={add}
          onAllChosen={setIsAllChosen}
          error={error?.fields.some(({ pointer }) => pointer === '/items') ? testsProblem : undefined}
        />
        <FavoriteTests
          favorites={favorites}
          chosen={chosen}
          labId={labId}
          onAdd={(test) => {
            add(test);
            // The focused button is removed with its test.
            document.getElementById('test-search')?.focus({ preventScroll: true });
          }}
        />
        <OrderSets
          sets={sets}
          chosen={tests}
          labId={labId}
          onAdd={(set) => {
            const now = withTests(tests, notIncluded(set.tests, tests));
            const more = now.length - tests.length;
            const already = set.tests.filter(({ id }) => chosen.has(id)).map(({ name }) => isolate(name));
            const others = already.length > 0 ? ` Already in this order: ${list(already)}.` : '';
            const sentence =
              more > 0 ? `Order set “${isolate(set.name)}” added: ${count(more, 'test')}.${others}` : '';
            change(now);
            setSetAdded({
              sentence,
              missing: set.missing.map(({ name }) => name),
              included: set.tests
                .filter(({ id }) => !now.some((test) => test.id === id))
                .map(({ name }) => name),
            });
            if (sentence) announce(sentence);
            // The focused button is removed with its set.
            document.getElementById('test-search')?.focus({ preventScroll: true });
          }}
        />
        {setAdded?.sentence ? <p className="text-ink-2">{setAdded.sentence}</p> : null}
        {setAdded?.missing.length ? <NotOrderable names={setAdded.missing} /> : null}
        {setAdded?.included.length ? (
          <Notice word="Not added" live>
            Included in a panel of this order: {list(setAdded.included)}.
          </Notice>
        ) : null}
        <ChosenTests
          tests={tests}
          patientId={patientId}
          favorites={favorites}
          onRemove={(test) => {
            change(tests.filter((other) => other.id !== test.id));
            // Its fields are empty if it is added again.
            setAnswers((now) =>
              Object.fromEntries(
                Object.entries(now).filter(([name]) => !name.startsWith(answerName(test.id, ''))),
              ),
            );
            setSetAdded((now) => now && { ...now, sentence: '', included: [] });
            announce(`${test.name} removed.`);
            // The focused button is removed with its test.
            document.getElementById('test-search')?.focus({ preventScroll: true });
          }}
          parseDay={parseAnswered}
          at={unfixedAt}
        />
        <DiagnosesField
          diagnoses={diagnoses}
          earlier={earlierDiagnoses}
          known={knownDiagnoses}
          usual={usualDiagnoses}
          onChange={(now) => {
            setDiagnoses(now);
            draft.changed();
            fix('/diagnoses');
          }}
          error={unfixedAt('/diagnoses')}
          onFixed={() => fix('/diagnoses')}
        />
        <div className="grid gap-y-5 sm:max-w-88">
          <SelectField
            id="priority"
            name="priority"
            label="Priority"
            options={optionsOf(PRIORITY_WORDS)}
            value={priority}
            onChange={(event) =>
              setPriority(PRIORITIES.find((known) => known === event.currentTarget.value) ?? 'routine')
            }
            error={at('/priority')}
          />
          <DateField
            id="collect-on"
            name="collect_on"
            label={COLLECTION}
            hint="A date, tomorrow, or +7 for days"
            example={collectExample(today)}
            problemOf={(day) => collectProblem(day, today)}
            parse={parsePlanned}
            firstDay={today}
            optional
            onChange={({ currentTarget: { value } }) => {
              setCollectOn(value);
              if (value.trim() === '' || parsePlanned(value) !== null) fix('/collect_on');
            }}
            error={unfixedAt('/collect_on')}
          />
        </div>
        <div role="status" className="empty:hidden">
          {priority === 'stat' && plannedDay !== null && plannedDay > today ? (
            <p className="flex items-start gap-2 font-semibold">
              <Icon name="problem" className="mt-1 size-4 shrink-0" />
              STAT, but collected on {formatDate(plannedDay)}. Check the date.
            </p>
          ) : null}
        </div>
        <TextArea
          id="notes"
          name="notes"
          label="Note to the laboratory"
          optional
          maxLength={2000}
          onChange={(event) => setNotes(event.currentTarget.value)}
          error={at('/notes')}
        />
      </div>
      <OrderReview
        patientId={patientId}
        patientName={patientName}
        patientLine={patientLine}
        tests={tests}
        answers={answers}
        parseDay={parseAnswered}
        diagnoses={diagnoses}
        priority={priority}
        collectOn={plannedDay}
        notes={notes.trim()}
        busy={busy}
        pending={pending}
        onCancel={cancel}
      />
    </form>
  );
}
