'use client';
/**
 * Ignores the second click of a double click if it hits another element: an error summary pushes the page down, and the
 * user did not choose what is under the pointer then.
 */
import { useEffect } from 'react';

const PRESSED = 'button, a, label, input, select, textarea, summary';

const partOf = (event: MouseEvent): Element | null =>
  event.target instanceof Element ? (event.target.closest(PRESSED) ?? event.target) : null;

export function DoubleClickGuard() {
  useEffect(() => {
    let first: Element | null = null;
    let moved = false;
    const press = (event: MouseEvent) => {
      const part = partOf(event);
      // `detail` counts clicks at one place; it is 0 for a key press.
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
