'use client';
/**
 * Arrows move a ring from value to value of the flow sheet, `Home` and `End` to the ends of a row; `Enter` opens the report.
 * The cell with the ring says test, time and value. Without scripts the table is read as it stands.
 */
import { useEffect } from 'react';
import { describeKeys } from '../shell/shortcuts/described-keys';

const WORDS = [
  { key: '← ↑ ↓ →', does: 'go from value to value' },
  { key: 'Enter', does: 'open the report of the value' },
];

type Step = (at: number, last: number) => number;
const before: Step = (at) => at - 1;
const after: Step = (at) => at + 1;
const ACROSS: Record<string, Step> = {
  ArrowLeft: before,
  ArrowRight: after,
  Home: () => 0,
  End: (_at, last) => last,
};
const DOWN: Record<string, Step> = { ArrowUp: before, ArrowDown: after };

/** A phone shows two of the columns. */
const isShown = (cell: Element): boolean => cell.getClientRects().length > 0;

function cellsOf(row: Element | null | undefined): HTMLTableCellElement[] {
  return [...(row?.querySelectorAll('td') ?? [])].filter(isShown);
}

/** Rows of values; those with the name of a panel have none. */
const rowsOf = (box: Element) =>
  [...box.querySelectorAll('tbody tr')].filter((row) => row.querySelector('td'));

function start(box: Element): HTMLTableCellElement | undefined {
  const cells = cellsOf(rowsOf(box)[0]);
  return box.classList.contains('newest-first') ? cells[0] : cells.at(-1);
}

/** Undefined at the edge. */
function reach(box: Element, from: HTMLTableCellElement, key: string) {
  const rows = rowsOf(box);
  const cells = cellsOf(from.closest('tr'));
  const [row, cell] = [rows.indexOf(from.closest('tr')!), cells.indexOf(from)];
  const across = ACROSS[key];
  if (across) return cells[across(cell, cells.length - 1)];
  return cellsOf(rows[DOWN[key]!(row, rows.length - 1)])[cell];
}

/** As it is read: letters of marks are hidden, their words are not. */
function wordsOf(cell: Element): string {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode())
    if (!walker.currentNode.parentElement!.closest('[aria-hidden]'))
      words.push(walker.currentNode.textContent!.trim());
  return words.filter(Boolean).join(' ') || 'No value';
}

/** Test, time and value of the cell with the ring, as they are shown now. */
function nameRing(box: Element): void {
  const cell = box.querySelector('td[tabindex]');
  if (!cell) return;
  const row = cell.closest('tr')!;
  const column = box.querySelectorAll('thead tr:last-child th')[[...row.children].indexOf(cell)];
  const test = row.querySelector('.flow-test a')!.textContent;
  cell.setAttribute('aria-label', `${test}, ${column?.getAttribute('data-time')}: ${wordsOf(cell)}`);
}

function ring(box: Element, cell: HTMLTableCellElement): void {
  for (const left of box.querySelectorAll<HTMLElement>('td[tabindex]')) {
    left.removeAttribute('tabindex');
    left.removeAttribute('aria-label');
  }
  // Readers hand over the arrows of a grid, and keep those of a table.
  box.querySelector('table')!.setAttribute('role', 'grid');
  cell.tabIndex = 0;
  nameRing(box);
  cell.focus();
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Whatever the name of a cell is made of. */
const SHOWN = {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ['data-time', 'aria-hidden'],
};

export function FlowKeys() {
  useEffect(() => describeKeys(WORDS), []);
  useEffect(() => {
    // A sheet that is turned, filtered or updated keeps its cells and changes what they show: the name follows, or it
    // would say the value of another time.
    const follow = new MutationObserver(([change]) => {
      const { target } = change!;
      const box = (target instanceof Element ? target : target.parentElement)?.closest('.flow-box');
      if (box) nameRing(box);
    });
    const press = (event: KeyboardEvent) => {
      const at = event.target;
      const box = at instanceof Element ? at.closest('.flow-box') : null;
      if (!box || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const cell = at instanceof HTMLTableCellElement ? at : null;
      if (event.key === 'Enter' && cell?.dataset.report) {
        event.preventDefault();
        box.querySelector<HTMLElement>(`thead a[href$="/${cell.dataset.report}"]`)?.click();
      } else if (event.key in ACROSS || event.key in DOWN) {
        event.preventDefault();
        const next = cell ? reach(box, cell, event.key) : start(box);
        if (next) {
          ring(box, next);
          follow.observe(box, SHOWN);
        }
      }
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      follow.disconnect();
    };
  }, []);
  return null;
}
