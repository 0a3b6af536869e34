'use client';
/** The diagnoses of a new order, entered by code or taken from earlier orders of the patient. */
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Diagnosis } from '@/server/data-types/lab-order';
import { DIAGNOSIS_CODE } from '@/server/data-types/lab-order-codes';
import { diagnosisCode, MAX_DIAGNOSIS_DESCRIPTION, MOST_DIAGNOSES } from '@/server/domain/lab-orders/rules';
import { valueOf } from '../client/form-values';
import { Button } from '../ui/button';
import { announce } from '../ui/live-region';
import { TextField } from '../ui/text-field';

export const CODE_FIELD = 'diagnosis-code';
const CODE = 'diagnosis_code';
const DESCRIPTION = 'diagnosis_description';

const wordsOf = ({ code, description }: Diagnosis): string => [code, description].filter(Boolean).join(' ');

/** What is wrong with an entry, or the diagnosis; null if nothing is entered. */
function readEntry(
  code: string | null,
  description: string | null,
  before: readonly Diagnosis[],
): { diagnosis: Diagnosis } | { problem: string } | null {
  if (!code && !description) return null;
  if (!code) return { problem: 'Enter the ICD-10-CM code of this diagnosis.' };
  const written = diagnosisCode(code);
  if (!DIAGNOSIS_CODE.test(written)) return { problem: 'Enter an ICD-10-CM code such as E11.9.' };
  if (before.some((known) => known.code === written))
    return { problem: `${written} is already in this order.` };
  return { diagnosis: { code: written, system: 'icd-10-cm', description } };
}

/** Also reads an entry that was typed and not added. @throws Problem */
export function diagnosesOf(data: FormData, added: readonly Diagnosis[]): Diagnosis[] {
  const entry = readEntry(valueOf(data, CODE), valueOf(data, DESCRIPTION), added);
  if (entry && 'problem' in entry)
    throw {
      code: 'validation_failed',
      errors: [{ pointer: '/diagnoses', code: 'invalid_format', message: entry.problem }],
    };
  return entry ? [...added, entry.diagnosis] : [...added];
}

interface DiagnosesFieldProps {
  diagnoses: readonly Diagnosis[];
  /** From earlier orders of the patient. */
  earlier: readonly Diagnosis[];
  onChange: (diagnoses: readonly Diagnosis[]) => void;
  error?: string | undefined;
}

export function DiagnosesField({ diagnoses, earlier, onChange, error }: DiagnosesFieldProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const [problem, setProblem] = useState('');
  const offered = earlier.filter(({ code }) => !diagnoses.some((known) => known.code === code));
  const isFull = diagnoses.length >= MOST_DIAGNOSES;
  const input = (name: string) => box.current!.querySelector<HTMLInputElement>(`[name="${name}"]`)!;

  function add(diagnosis: Diagnosis) {
    setProblem('');
    onChange([...diagnoses, diagnosis]);
    announce(`${diagnosis.code} added.`);
    // The focused button may be removed with its diagnosis.
    input(CODE).focus({ preventScroll: true });
  }

  function addTyped() {
    const [code, description] = [input(CODE), input(DESCRIPTION)];
    const entry = readEntry(code.value.trim(), description.value.trim() || null, diagnoses);
    if (entry && 'diagnosis' in entry) {
      code.value = description.value = '';
      add(entry.diagnosis);
    } else {
      setProblem(entry?.problem ?? 'Enter an ICD-10-CM code such as E11.9.');
      code.focus();
    }
  }

  /** Enter must not place the order. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    addTyped();
  }

  return (
    <fieldset ref={box} className="min-w-0 space-y-2">
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
        <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
          <TextField
            id={CODE_FIELD}
            name={CODE}
            label="ICD-10-CM code"
            maxLength={10}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onKeyDown={onKeyDown}
            error={problem || error}
          />
          <TextField
            id="diagnosis-description"
            name={DESCRIPTION}
            label="Description"
            optional
            maxLength={MAX_DIAGNOSIS_DESCRIPTION}
            autoComplete="off"
            onKeyDown={onKeyDown}
          />
          {/* Level with the fields, also when one shows an error. */}
          <Button weight="secondary" onClick={addTyped} className="sm:mt-7">
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
