'use client';
/**
 * Shortcuts of a list: `j` and `k` focus the next and previous row, or the first one. `m`, where a page uses it,
 * activates the first link or button of the row. Rows have `data-key-row`.
 */
import { KeyHelp, type PageKeys } from './key-help';
import { useSingleKeys } from './single-keys';

const ROWS = '[data-key-row]';
const DOES = 'a[href], button';

function rowActions(): HTMLElement[] {
  return [...document.querySelectorAll(ROWS)].flatMap((row) => {
    const found = row.querySelector<HTMLElement>(DOES);
    // Not in a closed part of the page.
    return found?.checkVisibility() ? [found] : [];
  });
}

function step(by: 1 | -1): void {
  const all = rowActions();
  const at = all.findIndex((one) => one === document.activeElement);
  // Without a focused row both keys select the first.
  const next = at < 0 ? all[0] : all[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

export function RowKeys({ keys }: { keys: PageKeys }) {
  useSingleKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      ...(keys.some(([key]) => key === 'm')
        ? {
            m: () => {
              const all = rowActions();
              (all.find((one) => one === document.activeElement) ?? all[0])?.click();
            },
          }
        : {}),
    },
    Object.fromEntries(keys),
  );
  return (
    <div className="mb-3">
      <KeyHelp keys={keys} />
    </div>
  );
}
