'use client';
/** Single-key shortcuts (WCAG 2.1.4): inactive while typing and in dialogs, and can be turned off in this browser. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { isNavigating } from '../../client/navigation';
import { describeKeys } from './described-keys';

const KEPT = 'portal-single-keys';
const CHANGED = 'portal:single-keys';

export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off';
  } catch {
    return true;
  }
}

export function switchKeys(on: boolean): void {
  try {
    localStorage.setItem(KEPT, on ? 'on' : 'off');
  } catch {
    // Without storage the setting is not remembered.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', changed);
  };
}

export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, areKeysOn, () => true);

const TYPING = 'input, textarea, select, [contenteditable]';

export function isTyped(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return true;
  const at = event.target;
  return (
    (at instanceof Element && at.closest(TYPING) !== null) || document.querySelector('dialog[open]') !== null
  );
}

interface WhileLoading {
  keys?: string;
  onEarly?: (key: string) => void;
}

/**
 * Registers the shortcuts of a mounted component.
 * @param words their descriptions, for the list of shortcuts
 * @param loading while the next page loads: `keys` that do not act on this one, and what the others report
 */
export function useSingleKeys(
  keys: Readonly<Record<string, () => void>>,
  words?: Readonly<Record<string, string>>,
  { keys: whileLoading = '', onEarly }: WhileLoading = {},
): void {
  const latest = useRef(keys);
  // Not after painting: a key pressed as soon as a page is displayed must not act on the previous one.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      if (!action || isTyped(event) || !areKeysOn()) return;
      const isEarly = isNavigating() && !whileLoading.includes(event.key);
      if (isEarly) return onEarly?.(event.key);
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [whileLoading, onEarly]);
  const serialized = JSON.stringify(Object.entries(words ?? {}));
  useEffect(() => {
    const entries = JSON.parse(serialized) as [string, string][];
    return describeKeys(entries.map(([key, does]) => ({ key, does })));
  }, [serialized]);
}
