'use client';
/** Reports selected with `x` to be signed together. The selection survives navigation between reports. */
import { useSyncExternalStore } from 'react';

const NONE: ReadonlySet<string> = new Set();
let selected: ReadonlySet<string> = NONE;
const listeners = new Set<() => void>();

function setSelected(next: ReadonlySet<string>): void {
  selected = next;
  for (const listener of listeners) listener();
}

/** @returns whether it is selected now */
export function toggleSelected(id: string): boolean {
  const next = new Set(selected);
  const isSelected = !next.delete(id);
  if (isSelected) next.add(id);
  setSelected(next);
  return isSelected;
}

export const clearSelection = (): void => setSelected(NONE);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSelection = (): ReadonlySet<string> =>
  useSyncExternalStore(
    subscribe,
    () => selected,
    () => NONE,
  );
