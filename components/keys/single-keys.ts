'use client';
/**
 * Single letters as keys (WCAG 2.1.4): never while something is typed or a question is open, and switched off by
 * whoever does not want them; that is remembered in this browser.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

const KEPT = 'portal-single-keys';
const CHANGED = 'portal:single-keys';

function areOn(): boolean {
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

export const useKeysOn = (): boolean => useSyncExternalStore(hear, areOn, () => true);

const TYPING = 'input, textarea, select, [contenteditable]';

function isTyped(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return true;
  const at = event.target;
  return (
    (at instanceof Element && at.closest(TYPING) !== null) || document.querySelector('dialog[open]') !== null
  );
}

/** What each letter does while this part of the page is there. */
export function useSingleKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (!act || isTyped(event) || !areOn()) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
