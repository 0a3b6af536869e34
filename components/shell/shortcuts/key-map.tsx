'use client';
/** Global shortcuts: `?` lists all shortcuts, `g` and a letter open a page. The search has its own. */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { leaveFor } from '../session/leaving';
import { showToast } from '../../ui/toast';
import { describedKeys, type DescribedKey } from './described-keys';
import type { KeyList } from './key-list';
import { areKeysOn, isTyped, useSingleKeys } from './single-keys';

interface KeyMapProps {
  /** Pages for `g` and a letter. */
  places: readonly { key: string; href: string; label: string }[];
}

/** How long after `g` a letter opens a page. */
const WAIT_MS = 1_500;

export function KeyMap({ places }: KeyMapProps) {
  const router = useRouter();
  const [list, setList] = useState<{ KeyList: typeof KeyList; shown: DescribedKey[] | null } | null>(null);
  const since = useRef(-Infinity);

  useSingleKeys({
    '?': () => {
      const shown = describedKeys();
      // Loaded on first use.
      import('./key-list').then(
        (loaded) => setList({ KeyList: loaded.KeyList, shown }),
        () => showToast({ sentence: 'The list of shortcuts could not be loaded.', isProblem: true }),
      );
    },
    g: () => (since.current = performance.now()),
  });
  useEffect(() => {
    // Before the shortcuts of the page: a letter after `g` is not a shortcut of the page.
    const press = (event: KeyboardEvent) => {
      if (performance.now() - since.current > WAIT_MS || isTyped(event) || !areKeysOn()) return;
      since.current = -Infinity;
      const place = places.find(({ key }) => key === event.key);
      if (!place) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leaveFor(place.href, () => router.push(place.href));
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [places, router]);

  const everywhere: DescribedKey[] = [
    { key: '/', does: 'search' },
    { key: 'Ctrl K', does: 'search (works inside fields)' },
    ...places.map(({ key, label }) => ({ key: `g ${key}`, does: label })),
    { key: 'Ctrl Enter', does: 'submit the form (works inside fields)' },
    { key: '?', does: 'show this list' },
  ];
  return list ? (
    <list.KeyList
      shown={list.shown}
      everywhere={everywhere}
      onClose={() => setList({ ...list, shown: null })}
    />
  ) : null;
}
