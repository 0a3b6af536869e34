'use client';
/**
 * Opens the search of the whole portal: by `/`, Ctrl+K, a click on the search field of the top bar, or typing into it. Its
 * code is loaded on first use. Until then, and without it, the field searches patients.
 */
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useSingleKeys } from '../shortcuts/single-keys';
import type { Palette, PaletteFacts } from './palette';

const FIELD = 'frame-search';
const ARRIVES_MS = 5_000;

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
  const openings = useRef(0);
  const isWanted = useRef(false);
  /** When an option was chosen. */
  const chosenAt = useRef(-Infinity);
  /** Had the focus before a key opened the search; null after a click or typing into the field. */
  const before = useRef<Element | null>(null);
  const pathname = usePathname();
  const latest = useRef(() => {});
  const latestByKey = useRef(() => {});
  useEffect(() => {
    latestByKey.current = () => {
      const { activeElement } = document;
      // The dialog returns the focus to the field shortly before it reports that it has closed.
      if (activeElement?.id !== FIELD) before.current = activeElement;
      latest.current();
    };
    latest.current = () => {
      // What is typed meanwhile is kept.
      document.getElementById(FIELD)?.focus();
      isWanted.current = true;
      import('./palette').then(
        (module) => {
          // Enter may have submitted the field meanwhile, and a form with unsaved changes asks first.
          if (!isWanted.current || document.querySelector('dialog[open]')) return;
          setLoaded(module);
          setOpening(++openings.current);
        },
        () => undefined,
      );
    };
  });
  useSingleKeys({ '/': () => latestByKey.current() });
  useEffect(() => {
    const field = document.getElementById(FIELD) as HTMLInputElement;
    const stop = new AbortController();
    const { signal } = stop;
    const open = () => {
      before.current = null;
      latest.current();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latestByKey.current();
    };
    document.addEventListener('keydown', press, { signal });
    // The browser clears a field with text.
    field.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape' || field.value !== '') return;
        isWanted.current = false;
        before.current ??= document.body;
        goBack(before);
      },
      { signal },
    );
    field.addEventListener('click', open, { signal });
    // Not on focus: moving through the page must not open a dialog.
    field.addEventListener('input', (event) => (event as InputEvent).isComposing || open(), { signal });
    const submit = () => {
      isWanted.current = false;
      setOpening(0);
    };
    // Before the question about unsaved changes, which stops the event.
    window.addEventListener('submit', ({ target }) => target === field.form && submit(), {
      signal,
      capture: true,
    });
    return () => stop.abort();
  }, []);
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
      field={FIELD}
      onClose={(isChosen) => {
        // The browser reports it after the dialog has closed: the user may have opened the next one.
        if (openings.current !== opening) return;
        isWanted.current = false;
        setOpening(0);
        // The dialog has returned the focus to the field.
        if (!isChosen) return goBack(before);
        before.current = null;
        chosenAt.current = performance.now();
        document.getElementById('main')?.focus({ preventScroll: true });
      }}
    />
  );
}
