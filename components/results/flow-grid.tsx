'use client';
/**
 * The keyboard grid of the flow sheet: arrow keys, `Home` and `End` move the focus from value to value, `Enter` opens the
 * report. Only one cell at a time can have the focus. It is named by reference to the test, the time and its content, so
 * that its name always matches what it shows.
 */
import { createContext, use, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { describeKeys } from '../shell/shortcuts/described-keys';
import { NO_VALUE } from './words';

const KEY_WORDS = [
  { key: '← ↑ ↓ →', does: 'move between values' },
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

/** Rows with the name of a panel have no values. */
const rowsOf = (box: Element) =>
  [...box.querySelectorAll('tbody tr')].filter((row) => row.querySelector('td'));

/** @returns undefined at the edge */
function neighbor(box: Element, from: HTMLTableCellElement, key: string) {
  const rows = rowsOf(box);
  const cells = cellsOf(from.closest('tr'));
  const [row, cell] = [rows.indexOf(from.closest('tr')!), cells.indexOf(from)];
  const across = ACROSS[key];
  if (across) return cells[across(cell, cells.length - 1)];
  return cellsOf(rows[DOWN[key]!(row, rows.length - 1)])[cell];
}

/** ID of the cell that can have the focus. */
const ActiveCell = createContext<string | null>(null);

const EMPTY = 'flow-empty';

export function FlowGrid({ newestFirst, children }: { newestFirst: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => describeKeys(KEY_WORDS), []);

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const cell = target instanceof HTMLTableCellElement ? target : null;
    if (key === 'Enter' && cell?.dataset.report) {
      event.preventDefault();
      box.current!.querySelector<HTMLElement>(`thead a[href$="/${cell.dataset.report}"]`)?.click();
    } else if (key in ACROSS || key in DOWN) {
      event.preventDefault();
      const first = cellsOf(rowsOf(box.current!)[0]);
      const next = cell ? neighbor(box.current!, cell, key) : first.at(newestFirst ? 0 : -1);
      if (!next) return;
      flushSync(() => setActive(next.id));
      next.focus();
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the grid, also before it has a focused cell
    <div
      ref={box}
      className={`flow-box ${newestFirst ? 'newest-first' : ''}`}
      tabIndex={0}
      role="region"
      aria-label="Flow sheet, scrolls sideways"
      onKeyDown={onKeyDown}
    >
      {/* Screen readers pass the arrow keys on in a grid, and keep them in a table. */}
      <table className="flow-table" role={active === null ? undefined : 'grid'}>
        <ActiveCell value={active}>{children}</ActiveCell>
      </table>
      <span id={EMPTY} hidden>
        {NO_VALUE}
      </span>
    </div>
  );
}

interface FlowCellProps {
  id: string;
  /** IDs of the test and the time. */
  labelledBy: string;
  /** Report that `Enter` opens. */
  report: string | undefined;
  className: string | undefined;
  /** Null if there is no value. */
  children: ReactNode;
}

export function FlowCell({ id, labelledBy, report, className, children }: FlowCellProps) {
  const isActive = use(ActiveCell) === id;
  return (
    <td
      id={id}
      className={className}
      data-report={report}
      {...(isActive
        ? { tabIndex: 0, 'aria-labelledby': `${labelledBy} ${children === null ? EMPTY : id}` }
        : {})}
    >
      {children}
    </td>
  );
}
