'use client';
/**
 * The second press of a double click does nothing when the page has moved under it: after a refusal the summary of a form
 * pushes everything down, and what lies under the pointer then was chosen by nobody.
 */
import { useEffect } from 'react';

const PRESSED = 'button, a, label, input, select, textarea, summary';

const partOf = (event: MouseEvent): Element | null =>
  event.target instanceof Element ? (event.target.closest(PRESSED) ?? event.target) : null;

export function SecondClicks() {
  useEffect(() => {
    let first: Element | null = null;
    let moved = false;
    const press = (event: MouseEvent) => {
      const part = partOf(event);
      // The browser counts presses at one place; a key that presses a button is none.
      moved = event.detail > 1 && part !== first;
      if (event.detail <= 1) first = part;
    };
    const click = (event: MouseEvent) => {
      if (!moved || event.detail <= 1) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('mousedown', press, { capture: true });
    window.addEventListener('click', click, { capture: true });
    return () => {
      window.removeEventListener('mousedown', press, { capture: true });
      window.removeEventListener('click', click, { capture: true });
    };
  }, []);
  return null;
}
