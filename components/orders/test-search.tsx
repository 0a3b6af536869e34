'use client';
/** Combobox over the test catalog (ARIA 1.2 pattern): type, arrow to a test, Enter adds it. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { api } from '../client/client';
import { shownError } from '../ui/error-message';
import { Field } from '../ui/field';

const WAIT_MS = 150;
const NOTHING = { q: '', tests: [] };

interface TestSearchProps {
  chosen: ReadonlySet<string>;
  /** Tests of one order go to one laboratory. */
  labId: string | null;
  isFavourite: (test: CatalogTest) => boolean;
  onAdd: (test: CatalogTest) => void;
  error?: string | undefined;
}

export function TestSearch({ chosen, labId, isFavourite, onAdd, error }: TestSearchProps) {
  const [text, setText] = useState('');
  /** With what was asked: the list of an earlier text must not be taken for the answer to this one. */
  const [found, setFound] = useState<{ q: string; tests: readonly CatalogTest[] }>(NOTHING);
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);

  // What one comes here for is typed at once; on a phone it would bring up the keyboard over the page.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const q = text.trim();
    if (q === '') return;
    const stop = new AbortController();
    const timer = window.setTimeout(async () => {
      try {
        const answer = await api.catalog.listCatalog.query(
          { q, limit: 12, ...(labId ? { lab_id: labId } : {}) },
          { signal: stop.signal },
        );
        if (stop.signal.aborted) return;
        setFound({ q, tests: answer.data });
        setActive(0);
        setSaid(
          answer.data.length === 0
            ? `No test called “${q}”. Try its code.`
            : `${answer.data.length} tests found.`,
        );
      } catch (thrown) {
        if (stop.signal.aborted) return;
        setFound(NOTHING);
        setSaid(shownError(thrown).sentence);
      }
    }, WAIT_MS);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [text, labId]);

  // Favourites first; the sort is stable, so the order of the search stays within both groups.
  const options =
    text.trim() === ''
      ? []
      : found.tests
          .filter((test) => !chosen.has(test.id))
          .toSorted((a, b) => Number(isFavourite(b)) - Number(isFavourite(a)));
  const shown = open && options.length > 0;
  const activeTest = options[Math.min(active, options.length - 1)];

  function add(test: CatalogTest) {
    onAdd(test);
    setText('');
    setFound(NOTHING);
    setOpen(false);
    setSaid(`${test.name} added.`);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((before) => (options.length === 0 ? 0 : (before + step + options.length) % options.length));
    } else if (event.key === 'Enter') {
      // Enter in this field never sends the order: it adds the marked test, or does nothing.
      event.preventDefault();
      if (shown && activeTest && found.q === text.trim()) add(activeTest);
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <div className="relative">
      <Field
        id="test-search"
        label="Add a test"
        hint="Name, code or LOINC. Arrow keys choose, Enter adds."
        error={error}
      >
        <input
          ref={input}
          id="test-search"
          role="combobox"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && activeTest ? `${listId}-${activeTest.id}` : undefined}
          aria-describedby={error ? 'test-search-hint test-search-error' : 'test-search-hint'}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          maxLength={100}
          className="control"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <ul
        id={listId}
        role="listbox"
        aria-label="Tests"
        hidden={!shown}
        className="absolute z-10 max-h-96 w-full overflow-y-auto rounded border-2 border-ink bg-paper"
      >
        {options.map((test) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and chooses by Enter
          <li
            key={test.id}
            id={`${listId}-${test.id}`}
            role="option"
            aria-selected={test === activeTest}
            // Keeps the focus in the field: a blur would close the list before the click lands.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(test)}
            className={`target cursor-pointer border-b border-line px-3 py-2 last:border-b-0 ${
              test === activeTest
                ? 'bg-accent-tint outline-2 -outline-offset-2 outline-accent'
                : 'hover:bg-canvas'
            }`}
          >
            <span className="font-semibold">{test.name}</span>
            {isFavourite(test) ? <span className="ml-2 text-sm">Favourite</span> : null}
            {test.kind === 'panel' ? (
              <span className="ml-2 text-sm">Panel of {test.components.length}</span>
            ) : null}
            <span className="block text-sm text-ink-2">
              {[test.code, test.loinc ? `LOINC ${test.loinc}` : '', test.specimen?.type ?? '', test.lab.name]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="min-h-6 text-sm text-ink-2">
        {said}
      </p>
    </div>
  );
}
