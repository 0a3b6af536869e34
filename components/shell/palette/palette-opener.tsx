'use client';
/**
 * Opens the search of the whole portal: by `/`, Ctrl+K, a click on a search field, typing into it, or the bottom bar of
 * phones. Its code is loaded on first use. Until then, and without it, the field searches patients.
 */
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useSingleKeys } from '../shortcuts/single-keys';
import { onOpenSearch } from './open-search';
import type { Palette, PaletteFacts } from './palette';

const FIELD = 'frame-search';
/** The search of the list of patients. */
const PAGE_FIELD = 'q';
const LIST = '/patients';
const ARRIVES_MS = 5_000;

/** The one in the top bar or, on a phone, which does not show it, that of the list of patients. */
function searchField(): HTMLInputElement {
  const inBar = document.getElementById(FIELD) as HTMLInputElement;
  if (inBar.checkVisibility() || window.location.pathname !== LIST) return inBar;
  return (document.getElementById(PAGE_FIELD) as HTMLInputElement | null) ?? inBar;
}

/** Shortcuts of one letter do nothing while the field has the focus. */
function goBack(before: RefObject<Element | null>): void {
  const target = before.current;
  before.current = null;
  if (target === null) return;
  const isUsable = target instanceof HTMLElement && target.isConnected && target !== document.body;
  (isUsable ? target : document.getElementById('main'))?.focus({ preventScroll: true });
}

export function PaletteOpener({ facts }: { facts: PaletteFacts }) {
  const [loaded, setLoaded] = useState<{ Palette: typeof Palette } | null>(null);
  /** Number of the opening; 0 while closed. */
  const [opening, setOpening] = useState(0);
  const [field, setField] = useState(FIELD);
  const openings = useRef(0);
  const isWanted = useRef(false);
  /** When an option was chosen. */
  const chosenAt = useRef(-Infinity);
  /** Had the focus before a key opened the search; null after a click or typing into the field. */
  const before = useRef<Element | null>(null);
  const pathname = usePathname();
  const router = useRouter();
  const latest = useRef((_failed?: () => void) => {});
  const latestByKey = useRef(() => {});
  useEffect(() => {
    latestByKey.current = () => {
      const { activeElement } = document;
      // The dialog returns the focus to the field shortly before it reports that it has closed.
      if (activeElement !== searchField()) before.current = activeElement;
      latest.current();
    };
    latest.current = (failed) => {
      // What is typed meanwhile is kept.
      searchField().focus();
      isWanted.current = true;
      import('./palette').then(
        (module) => {
          // Enter may have submitted the field meanwhile, and a form with unsaved changes asks first.
          if (!isWanted.current || document.querySelector('dialog[open]')) return;
          setField(searchField().id);
          setLoaded(module);
          setOpening(++openings.current);
        },
        () => failed?.(),
      );
    };
  });
  useSingleKeys({ '/': () => latestByKey.current() });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const open = (failed?: () => void) => {
      before.current = null;
      latest.current(failed);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && event.target === searchField()) return leave(searchField());
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latestByKey.current();
    };
    const leave = ({ id, value }: HTMLInputElement) => {
      // The browser clears a field with text.
      if (value !== '') return;
      isWanted.current = false;
      if (id !== FIELD) return;
      before.current ??= document.body;
      goBack(before);
    };
    document.addEventListener('keydown', press, { signal });
    // A link followed meanwhile may move the focus itself.
    document.addEventListener('click', () => (chosenAt.current = -Infinity), { signal, capture: true });
    // On the document: the field of a page comes and goes.
    document.addEventListener('click', ({ target }) => target === searchField() && open(), { signal });
    // Not on focus: moving through the page must not open a dialog.
    document.addEventListener(
      'input',
      (event) => event.target === searchField() && !(event as InputEvent).isComposing && open(),
      { signal },
    );
    signal.addEventListener(
      'abort',
      onOpenSearch(() => open(() => router.push(`${LIST}#${PAGE_FIELD}`))),
    );
    const submit = () => {
      isWanted.current = false;
      setOpening(0);
    };
    // Before the question about unsaved changes, which stops the event.
    window.addEventListener('submit', ({ target }) => target === searchField().form && submit(), {
      signal,
      capture: true,
    });
    return () => stop.abort();
  }, [router]);
  useEffect(() => {
    // A search page may redirect to its only match.
    if (performance.now() - chosenAt.current >= ARRIVES_MS) return;
    const main = document.getElementById('main');
    // A form has taken the focus for its first field.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
  if (!loaded || opening === 0) return null;
  return (
    <loaded.Palette
      key={opening}
      facts={facts}
      field={field}
      onClose={(isChosen, text) => {
        // The browser reports it after the dialog has closed: the user may have opened the next one.
        if (openings.current !== opening) return;
        isWanted.current = false;
        setOpening(0);
        // The dialog has returned the focus to the field.
        if (!isChosen) {
          const outside = document.getElementById(field) as HTMLInputElement | null;
          // The page shows the matches of its field.
          if (outside && field === PAGE_FIELD) outside.value = text;
          return goBack(before);
        }
        before.current = null;
        chosenAt.current = performance.now();
        document.getElementById('main')?.focus({ preventScroll: true });
      }}
    />
  );
}
