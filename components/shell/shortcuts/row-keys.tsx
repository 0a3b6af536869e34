'use client';
/**
 * Moving through a list by letters: `j` and `k` go to the next and the previous row; `m`, where the page names
 * it, does what its first link or button does; without a row that has the focus, the first one. Rows carry `data-key-row`.
 */
import { KeyHelp, type PageKeys } from './key-help';
import { useSingleKeys } from './single-keys';

const ROWS = '[data-key-row]';
const DOES = 'a[href], button';

function doers(): HTMLElement[] {
  return [...document.querySelectorAll(ROWS)].flatMap((row) => row.querySelector<HTMLElement>(DOES) ?? []);
}

function step(by: 1 | -1): void {
  const all = doers();
  const at = all.findIndex((one) => one === document.activeElement);
  // From nowhere both go to the first.
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
              const all = doers();
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
