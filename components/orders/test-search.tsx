'use client';
/** Adds tests of the catalog to an order. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { useTestLookup } from '../client/use-test-lookup';
import { isolate } from '../format/isolate';
import { count } from '../format/numbers';
import { Combobox } from '../ui/combobox';

const MOST_SHOWN = 12;
/** The most that the server returns. */
const MOST_READ = 100;

/** @param typed a test that was typed and not added */
export const typedProblem = (typed: string): string => `“${typed}” is not added. Add or clear it.`;

interface TestSearchProps {
  id?: string;
  /** In a dialog: the list is part of it, and Escape clears the text first. */
  isPart?: boolean;
  chosen: ReadonlySet<string>;
  /** Tests of one order go to one laboratory. */
  lab: CatalogTest['lab'] | null;
  isFavorite?: (test: CatalogTest) => boolean;
  text: string;
  onText: (text: string) => void;
  onAdd: (test: CatalogTest) => void;
  error?: string | undefined;
  /** Whether all that matches the text is chosen already, so that nothing is left to add. */
  onAllChosen?: (isAllChosen: boolean) => void;
}

export function TestSearch({
  id = 'test-search',
  isPart = false,
  chosen,
  lab,
  isFavorite = () => false,
  text,
  onText,
  onAdd,
  error,
  onAllChosen,
}: TestSearchProps) {
  /** The text at an Enter before its tests were found. */
  const [entered, setEntered] = useState<string | null>(null);
  /** The last test added here, and how many there are with it. */
  const [added, setAdded] = useState({ sentence: '', count: 0 });
  // Those already chosen are not offered again.
  const limit = Math.min(MOST_SHOWN + chosen.size, MOST_READ);
  const { tests, isSimilar, hasMore, isCurrent, problem, searchNow } = useTestLookup(text, limit, lab?.id);
  const isMissing = tests.length === 0 || isSimilar;
  const elsewhere = useTestLookup(lab && isCurrent && isMissing ? text : '', 1);
  const input = useRef<HTMLInputElement>(null);

  // Not on phones, where the keyboard would cover the page.
  useEffect(() => {
    if (!isPart && window.matchMedia('(pointer: fine)').matches)
      input.current?.focus({ preventScroll: true });
  }, [isPart]);

  const offered = tests.filter((test) => !chosen.has(test.id));
  const options = offered.slice(0, MOST_SHOWN);
  const isAllChosen =
    isCurrent && !problem && tests.length > 0 && offered.length === 0 && !isSimilar && !hasMore;
  useEffect(() => onAllChosen?.(isAllChosen), [isAllChosen, onAllChosen]);

  function change(typed: string) {
    setEntered(null);
    onText(typed);
  }

  function choose(test: CatalogTest) {
    onAdd(test);
    change('');
    setAdded({ sentence: `${test.name} added.`, count: chosen.size + 1 });
    input.current?.focus();
  }

  const isFound = entered === text && isCurrent;
  const chooseFirst = useEffectEvent(() => {
    setEntered(null);
    if (options[0] && !isSimilar) choose(options[0]);
  });
  useEffect(() => {
    if (!isFound) return;
    const timer = window.setTimeout(chooseFirst);
    return () => window.clearTimeout(timer);
  }, [isFound]);

  function statusOf(): string {
    const q = text.trim();
    // Not after another change of the order.
    if (q === '') return added.count === chosen.size ? added.sentence : '';
    if (problem) return problem;
    if (!isCurrent) return 'Searching…';
    if (isSimilar && options.length > 0) {
      const isElsewhere = lab && elsewhere.tests.length > 0 && !elsewhere.isSimilar;
      return isElsewhere
        ? `${isolate(lab.name)} does not offer “${q}”. Similar:`
        : `No tests match “${q}”. Similar:`;
    }
    if (hasMore || offered.length > MOST_SHOWN)
      return `The ${options.length} best matches. Type more to narrow the list.`;
    if (options.length > 0) return `${count(options.length, 'test')} found.`;
    const whole = isPart ? 'set' : 'order';
    if (tests.length > 0) return `Already in this ${whole}.`;
    if (!lab) return `No tests match “${q}”.`;
    if (elsewhere.problem) return elsewhere.problem;
    if (!elsewhere.isCurrent) return 'Searching…';
    if (elsewhere.tests.length === 0 || elsewhere.isSimilar) return `No tests match “${q}”.`;
    const next = isPart ? 'Create' : 'Place';
    return `${isolate(lab.name)} does not offer “${q}”. ${next} a separate ${whole} for another laboratory.`;
  }

  return (
    <Combobox
      id={id}
      isPart={isPart}
      {...(isPart ? { onClear: () => change('') } : {})}
      inputRef={input}
      label="Add a test"
      hint="Name, code or words such as kidney"
      error={error}
      maxLength={100}
      text={text}
      onText={(typed) => {
        change(typed);
        setAdded({ sentence: '', count: 0 });
      }}
      options={options}
      isCurrent={isCurrent}
      preselect={!isSimilar}
      onChoose={choose}
      onEarlyEnter={() => {
        if (isCurrent) return;
        setEntered(text);
        searchNow();
      }}
      onLeave={() => setEntered(null)}
      listLabel="Tests"
      status={statusOf()}
    >
      {(test) => (
        <>
          <span className="font-semibold">{test.name}</span>
          {test.found_by ? <span className="wrap-anywhere"> — {test.found_by}</span> : null}
          {isFavorite(test) ? <span className="ml-2 text-sm">Favorite</span> : null}
          {test.kind === 'panel' ? (
            <span className="ml-2 text-sm">Panel of {test.components.length}</span>
          ) : null}
          <span className="block text-sm text-ink-2">
            {[test.code, test.loinc ? `LOINC ${test.loinc}` : '', test.specimen?.type ?? '', test.lab.name]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
    </Combobox>
  );
}
