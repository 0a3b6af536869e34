'use client';
/** Copies text and reports the outcome. */
import { useState } from 'react';

/** @param select leaves the text selected, because clipboard access may be denied */
export function useCopy(select: () => void) {
  const [outcome, setOutcome] = useState('');
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied.');
    } catch {
      select();
      setOutcome('Press Ctrl+C to copy the selected text.');
    }
  }
  return { copy, outcome, setOutcome };
}

export const selectText = (element: Element | null): void => {
  if (element) window.getSelection()?.selectAllChildren(element);
};
