'use client';
/**
 * Single letters as keys (WCAG 2.1.4): never while something is typed or a question is open, and switched off by
 * whoever does not want them; that is remembered in this browser.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
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
    // Without storage they stay as they are.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function hear(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', changed);
  };
}

export const useKeysOn = (): boolean => useSyncExternalStore(hear, areKeysOn, () => true);

const TYPING = 'input, textarea, select, [contenteditable]';

export function isTyped(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return true;
  const at = event.target;
  return (
    (at instanceof Element && at.closest(TYPING) !== null) || document.querySelector('dialog[open]') !== null
  );
}

/**
 * What each letter does while this part of the page is there.
 * @param words what it does, for the map of keys
 */
export function useSingleKeys(
  keys: Readonly<Record<string, () => void>>,
  words?: Readonly<Record<string, string>>,
): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (!act || isTyped(event) || !areKeysOn()) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const told = JSON.stringify(Object.entries(words ?? {}));
  useEffect(() => {
    const entries = JSON.parse(told) as [string, string][];
    return describeKeys(entries.map(([key, does]) => ({ key, does })));
  }, [told]);
}
