'use client';
/** The diagnoses of a new order: entered by code, found by words among earlier and usual ones, or offered. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Diagnosis } from '@/server/data-types/lab-order';
import { DIAGNOSIS_CODE } from '@/server/data-types/lab-order-codes';
import {
  diagnosisCode,
  findDiagnoses,
  MAX_DIAGNOSIS_DESCRIPTION,
  MOST_DIAGNOSES,
  type UsualDiagnosis,
} from '@/server/domain/lab-orders/rules';
import { valueOf } from '../client/form-values';
import { afterClick } from '../ui/after-click';
import { Button } from '../ui/button';
import { Combobox } from '../ui/combobox';
import type { Problem } from '../ui/error-message';
import { count } from '../format/numbers';
import { announce } from '../ui/live-region';
import { TextField } from '../ui/text-field';
import { typeInto } from '../ui/type-into';

export const CODE_FIELD = 'diagnosis-code';
const CODE = 'diagnosis_code';
const DESCRIPTION = 'diagnosis_description';

const EXPECTED = 'Enter an ICD-10-CM code, such as I10.';
const CODE_MISSING = 'Enter the ICD-10-CM code of this diagnosis, or clear it.';
const NOTHING_FOUND = 'No diagnosis matches. Enter its ICD-10-CM code.';
const UNUSUAL = 'Not among the usual diagnoses. Check the code.';
const MOST_SHOWN = 8;

const isCode = (typed: string): boolean => DIAGNOSIS_CODE.test(diagnosisCode(typed));

/** Anything else is words. */
const isLikeCode = (typed: string): boolean => /^[a-z]\d\S*$/i.test(typed.trim());

/** Whether more letters can make it a code. */
export const startsCode = (typed: string): boolean =>
  /^[a-z]\d([\da-z](\.?[\da-z]{0,4})?)?$/i.test(typed.trim());

const wordsOf = ({ code, description }: Diagnosis): string => [code, description].filter(Boolean).join(' ');

type Offered = Pick<DiagnosesFieldProps, 'diagnoses' | 'known' | 'usual'>;

/** Those already chosen are not offered again. */
function findNew({ diagnoses, known, usual }: Offered, text: string) {
  const isNew = ({ code }: { code: string }) => !diagnoses.some((chosen) => chosen.code === code);
  return findDiagnoses(known.filter(isNew), usual.filter(isNew), text);
}

/** What is wrong with an entry, or the diagnosis; null if nothing is entered. */
function readEntry(
  code: string | null,
  description: string | null,
  offered: Offered,
): { diagnosis: Diagnosis } | { problem: string } | null {
  if (!code && !description) return null;
  if (code && !isLikeCode(code) && findNew(offered, code).length > 0)
    return { problem: `“${code}” is not added. Choose or clear it.` };
  if (!code || !isLikeCode(code)) return { problem: CODE_MISSING };
  const written = diagnosisCode(code);
  if (!DIAGNOSIS_CODE.test(written)) return { problem: EXPECTED };
  if (offered.diagnoses.some((known) => known.code === written))
    return { problem: `${written} is already in this order.` };
  const usual = offered.usual.find((one) => one.code === written)?.description ?? null;
  return { diagnosis: { code: written, system: 'icd-10-cm', description: description ?? usual } };
}

/** Also reads an entry that was typed and not added. @throws Problem */
export function diagnosesOf(data: FormData, offered: Offered): Diagnosis[] {
  const added = offered.diagnoses;
  const entry = readEntry(valueOf(data, CODE), valueOf(data, DESCRIPTION), offered);
  if (entry && 'problem' in entry) {
    const errors = [{ pointer: '/diagnoses', code: 'invalid_format', message: entry.problem }];
    throw { code: 'validation_failed', errors } satisfies Problem;
  }
  return entry ? [...added, entry.diagnosis] : [...added];
}

interface DiagnosesFieldProps {
  diagnoses: readonly Diagnosis[];
  /** From earlier orders of the patient. */
  earlier: readonly Diagnosis[];
  /** Of all patients of the organization. */
  known: readonly Diagnosis[];
  /** Reasons for laboratory orders in general. */
  usual: readonly UsualDiagnosis[];
  onChange: (diagnoses: readonly Diagnosis[]) => void;
  error?: string | undefined;
  /** What is typed no longer has the error. */
  onFixed: () => void;
}

export function DiagnosesField(props: DiagnosesFieldProps) {
  const { diagnoses, earlier, known, usual, onChange, error, onFixed } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  const [problem, setProblem] = useState('');
  const [text, setText] = useState('');
  /** The words in the description were searched. */
  const [nothingFound, setNothingFound] = useState(false);
  /** The words that the form moved to the description. */
  const moved = useRef('');
  useEffect(() => {
    const form = box.current?.form;
    const clear = () => setText('');
    // When a draft is discarded.
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);
  useEffect(() => {
    // An added diagnosis moves the field, on phones behind the panel with the buttons.
    if (document.activeElement?.id === CODE_FIELD)
      document.activeElement.scrollIntoView({ block: 'nearest' });
  }, [diagnoses.length]);
  const isNew = ({ code }: { code: string }) => !diagnoses.some((chosen) => chosen.code === code);
  const offered = earlier.filter(isNew);
  const found = findNew(props, text);
  const options = found.slice(0, MOST_SHOWN).map((one) => ({ id: one.diagnosis.code, ...one }));
  const isSimilar = found[0]?.similar === true;
  /** Words that look like a code, such as B12. */
  const isOnlyWords =
    found.length > 0 && !found.some(({ diagnosis }) => diagnosis.code.startsWith(diagnosisCode(text)));
  const isWrong = isLikeCode(text) && !startsCode(text) && found.length === 0;
  const shownProblem = problem || error || (isWrong ? EXPECTED : undefined);
  const isUnusual = (code: string) => ![...earlier, ...known, ...usual].some((one) => one.code === code);
  const isFull = diagnoses.length >= MOST_DIAGNOSES;
  const input = (name: string) => box.current!.querySelector<HTMLInputElement>(`[name="${name}"]`)!;

  function add(diagnosis: Diagnosis) {
    setProblem('');
    setNothingFound(false);
    onChange([...diagnoses, diagnosis]);
    announce(`${diagnosis.code} added.${isUnusual(diagnosis.code) ? ` ${UNUSUAL}` : ''}`);
    // The focused button may be removed with its diagnosis.
    input(CODE).focus({ preventScroll: true });
  }

  /**
   * Words that no diagnosis has become the description of a new one.
   * @returns whether there were any
   */
  function moveWords(): boolean {
    const description = input(DESCRIPTION);
    const isWords = text.trim() !== '' && !isLikeCode(text) && found.length === 0;
    if (!isWords || description.value.trim() !== '') return false;
    typeInto(description, text.trim());
    moved.current = text.trim();
    setText('');
    return true;
  }

  /** A usual diagnosis has a name: words that were typed before are not its description. */
  function dropWords(typed: string) {
    const description = input(DESCRIPTION);
    if (moved.current === '' || description.value !== moved.current) return;
    if (usual.some(({ code }) => code === diagnosisCode(typed))) typeInto(description, '');
  }

  function leave() {
    if (moveWords()) setNothingFound(true);
    else if (isLikeCode(text) && !isCode(text)) afterClick(() => setProblem(EXPECTED));
  }

  function reject(sentence: string) {
    setProblem(sentence);
    announce(sentence);
    input(CODE).focus();
  }

  function addTyped() {
    if (moveWords()) return reject(CODE_MISSING);
    const description = input(DESCRIPTION);
    const entry = readEntry(text.trim() || null, description.value.trim() || null, props);
    if (entry && 'diagnosis' in entry) {
      setText('');
      description.value = '';
      add(entry.diagnosis);
    } else {
      reject(entry?.problem ?? EXPECTED);
    }
  }

  function checkAgain(code: string, description: string) {
    const entry = readEntry(code.trim() || null, description.trim() || null, props);
    if (error && !(entry && 'problem' in entry && entry.problem === error)) onFixed();
  }

  function statusOf(): string {
    if (problem || isWrong) return '';
    if (isSimilar) return `No diagnosis matches “${text.trim()}”. Similar:`;
    if (found.length > 0) return `${count(found.length, 'diagnosis', 'diagnoses')} found.`;
    if (isCode(text) && isUnusual(diagnosisCode(text))) return UNUSUAL;
    const isWords = text.trim() !== '' && !isLikeCode(text);
    return isWords || (nothingFound && text === '') ? NOTHING_FOUND : '';
  }

  const status = statusOf();

  /** Enter must not place the order. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    addTyped();
  }

  return (
    <fieldset ref={box} aria-describedby="diagnoses-hint" className="min-w-0 space-y-2">
      <legend className="font-semibold">
        Diagnoses <span className="font-normal text-ink-2">(optional)</span>
      </legend>
      {diagnoses.length > 0 ? (
        <ol aria-label="Diagnoses of this order" className="border-t border-line">
          {diagnoses.map((diagnosis) => (
            <li
              key={diagnosis.code}
              className="flex items-center justify-between gap-3 border-b border-line py-1"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{diagnosis.code}</span> <bdi>{diagnosis.description}</bdi>
                {isUnusual(diagnosis.code) ? (
                  <span className="block text-sm text-ink-2">{UNUSUAL}</span>
                ) : null}
              </span>
              <Button
                weight="quiet"
                aria-label={`Remove diagnosis ${diagnosis.code}`}
                onClick={() => {
                  onChange(diagnoses.filter(({ code }) => code !== diagnosis.code));
                  announce(`${diagnosis.code} removed.`);
                  box.current?.querySelector<HTMLInputElement>(`#${CODE_FIELD}`)?.focus();
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ol>
      ) : null}
      {isFull ? <p className="text-ink-2">An order has at most {MOST_DIAGNOSES} diagnoses.</p> : null}
      <div hidden={isFull} className="space-y-2">
        {/* Below the fields it would leave a gap, or move the next field under the pointer. */}
        <p id="diagnoses-hint" className="text-sm text-ink-2">
          <span role="status">{status}</span>
          {status ? null : 'Enter a code, or words such as diabetes.'}
        </p>
        <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
          <Combobox
            id={CODE_FIELD}
            name={CODE}
            label="ICD-10-CM code or words"
            maxLength={MAX_DIAGNOSIS_DESCRIPTION}
            text={text}
            onText={(typed) => {
              setText(typed);
              dropWords(typed);
              setProblem('');
              setNothingFound(false);
              checkAgain(typed, input(DESCRIPTION).value);
            }}
            onLeave={leave}
            options={options}
            // A complete code is added as typed, not as a longer one that starts with it, and with a typed description.
            isCurrent={({ id }, isMovedTo) =>
              isMovedTo ||
              isOnlyWords ||
              !isCode(text) ||
              (id === diagnosisCode(text) && input(DESCRIPTION).value.trim() === '')
            }
            // One that is only similar must be chosen by hand.
            preselect={!isSimilar}
            onChoose={({ diagnosis }) => {
              setText('');
              input(DESCRIPTION).value = '';
              add(diagnosis);
            }}
            onEarlyEnter={addTyped}
            listLabel="Matching diagnoses"
            error={shownProblem}
          >
            {({ diagnosis, matched }) => (
              <>
                <span className="font-semibold">{diagnosis.code}</span> <bdi>{diagnosis.description}</bdi>
                {matched ? <span className="wrap-anywhere text-ink-2"> — {matched}</span> : null}
              </>
            )}
          </Combobox>
          <TextField
            id="diagnosis-description"
            name={DESCRIPTION}
            label="Description"
            optional
            maxLength={MAX_DIAGNOSIS_DESCRIPTION}
            autoComplete="off"
            onInput={({ currentTarget: { value } }) => {
              checkAgain(text, value);
              // Nothing is left of the entry.
              if (value.trim() !== '' || text.trim() !== '') return;
              setProblem('');
              setNothingFound(false);
            }}
            onKeyDown={onKeyDown}
          />
          {/* Next to the fields, below their labels. */}
          <Button
            weight="secondary"
            className="max-sm:mt-2 max-sm:justify-self-start sm:mt-7"
            onClick={addTyped}
          >
            Add diagnosis
          </Button>
        </div>
        {offered.length > 0 ? (
          <section aria-labelledby="earlier-diagnoses">
            <h2 id="earlier-diagnoses" className="mb-1 text-sm text-ink-2">
              From earlier orders
            </h2>
            <ul className="flex flex-wrap gap-2">
              {offered.map((diagnosis) => (
                <li key={diagnosis.code} className="min-w-0">
                  <Button
                    weight="secondary"
                    className="wrap-anywhere"
                    aria-label={`Add ${wordsOf(diagnosis)}`}
                    onClick={() => add(diagnosis)}
                  >
                    {wordsOf(diagnosis)}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </fieldset>
  );
}
