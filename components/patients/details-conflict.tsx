'use client';
/** Concurrent changes: both values of each field, for the user to choose. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { LABELS, linesOf, type Details, type Field, type WordOf } from './details';

interface DetailsConflictProps {
  when: string;
  mine: Details;
  theirs: Details;
  base: Details;
  conflicts: readonly Field[];
  theirChanges: readonly Field[];
  wordOf: WordOf;
  /** @param theirs fields that take the other user's value */
  decide: (theirs: readonly Field[]) => void;
}

export function DetailsConflict(props: DetailsConflictProps) {
  const { when, mine, theirs, base, conflicts, theirChanges, wordOf, decide } = props;
  const [chosen, setChosen] = useState<Partial<Record<Field, 'mine' | 'theirs'>>>({});
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isDecided = conflicts.every((field) => chosen[field]);
  return (
    <section
      ref={box}
      role="alert"
      aria-labelledby="conflict"
      tabIndex={-1}
      className="mb-6 border-2 border-ink px-4 py-3"
    >
      <h2 id="conflict" className="text-section font-semibold">
        Another user changed this record
      </h2>
      <p>Saved {when}. Your changes are kept but not saved yet.</p>
      {conflicts.map((field) => (
        <fieldset key={field} className="mt-3 border-t border-line pt-2">
          <legend className="float-left w-full font-semibold">
            {LABELS[field]}: choose the correct value
          </legend>
          <div className="clear-both grid gap-x-6 sm:grid-cols-2">
            {(['theirs', 'mine'] as const).map((whose) => (
              <label key={whose} className="target flex min-h-8 items-start gap-2.5 py-1">
                <input
                  type="radio"
                  name={`conflict-${field}`}
                  checked={chosen[field] === whose}
                  onChange={() => setChosen((before) => ({ ...before, [field]: whose }))}
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block text-sm text-ink-2">
                    {whose === 'mine' ? 'You entered' : 'Saved by the other user'}
                  </span>{' '}
                  <Lines of={linesOf(whose === 'mine' ? mine : theirs, field, wordOf)} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {theirChanges.length > 0 ? (
        <>
          <p className="mt-3 font-semibold">Changed by the other user (kept):</p>
          <dl>
            {theirChanges.map((field) => (
              <div key={field} className="border-b border-line py-1 last:border-b-0">
                <dt className="text-sm text-ink-2">{LABELS[field]}</dt>
                <dd className="wrap-anywhere">
                  <Lines of={linesOf(theirs, field, wordOf)} />
                  <span className="text-sm text-ink-2">
                    Before: {linesOf(base, field, wordOf).join('; ')}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          disabled={!isDecided}
          onClick={() => decide(conflicts.filter((field) => chosen[field] === 'theirs'))}
        >
          Apply to form
        </Button>
        <span className="text-sm text-ink-2">
          {isDecided ? 'You can check everything before saving.' : 'Choose one value for each field.'}
        </span>
      </div>
    </section>
  );
}

export function Lines({ of }: { of: readonly string[] }) {
  return of.map((line, index) => (
    <span key={`${index} ${line}`} className="block">
      {line}
    </span>
  ));
}
