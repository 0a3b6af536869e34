'use client';
/** The language of code samples, remembered in this browser. */
import { useSyncExternalStore } from 'react';

const KEPT = 'docs-language';
const CHANGED = 'docs:language';

let current: string | null = null;

function chosenLanguage(): string {
  if (current !== null) return current;
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

export function chooseLanguage(language: string): void {
  current = language;
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}

export const useLanguage = (): string => useSyncExternalStore(subscribe, chosenLanguage, () => '');
