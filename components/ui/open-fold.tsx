'use client';
/** In the heading of a page: opens the fold that contains a form further below. */
import { Button } from './button';

const FIELDS = 'input:not([type=hidden]):enabled, select:enabled, textarea:enabled';

export function OpenFold({ id, label }: { id: string; label: string }) {
  function open() {
    // A `Fold` is one.
    const fold = document.getElementById(id) as HTMLDetailsElement;
    fold.open = true;
    fold.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
    fold.scrollIntoView({ block: 'start' });
  }
  return (
    <Button weight="secondary" onClick={open}>
      {label}
    </Button>
  );
}
