'use client';
/**
 * The list has its own scroll position: it keeps its place when another report opens, and follows the open one.
 */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { isSticky } from '../ui/panel-height';
import { useChosenReport } from './chosen-report';

/** Across pages, which do not keep the list. */
let last = { list: '', top: 0 };

interface ListScrollProps {
  /** URL of the list. */
  list: string;
  /** ID of the open report. */
  open: string | null;
  children: ReactNode;
}

export function ListScroll({ list, open, children }: ListScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  const chosen = useChosenReport();
  useLayoutEffect(() => {
    if (last.list === list) box.current!.scrollTop = last.top;
    if (open) followRow(box.current!, open);
  }, [list, open]);
  useLayoutEffect(() => {
    if (chosen) followRow(box.current!, chosen);
  }, [chosen]);
  return (
    <div
      ref={box}
      className="inbox-list"
      onScroll={({ currentTarget }) => (last = { list, top: currentTarget.scrollTop })}
    >
      {children}
    </div>
  );
}

/** Not by `scrollIntoView`, which scrolls the page as well. */
function followRow(box: HTMLElement, open: string): void {
  const link = box.querySelector(`[data-report="${open}"]`);
  const strip = box.querySelector('.critical-strip');
  const covering = strip && isSticky(strip) ? strip : null;
  if (!link || covering?.contains(link)) return;
  const row = link.getBoundingClientRect();
  const { bottom, left, right, top: edge } = box.getBoundingClientRect();
  const top = Math.max(edge, covering?.getBoundingClientRect().bottom ?? edge);
  const messages = [...document.querySelectorAll('.toast, .new-critical')]
    .map((message) => message.getBoundingClientRect())
    .filter((message) => message.left < right && message.right > left);
  const end = Math.min(bottom, window.innerHeight, ...messages.map((message) => message.top));
  if (row.top < top) box.scrollTop += row.top - top;
  else if (row.bottom > end) box.scrollTop += row.bottom - end;
}
