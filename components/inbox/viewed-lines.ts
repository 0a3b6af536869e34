'use client';
/**
 * Tracks which lines of the open report have been visible between the sticky parts at the top and the bottom. Before a
 * key signs, every critical and abnormal line, the last line and the end of the report must have been visible.
 */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** Critical and abnormal lines, and the end of the report: laboratories write comments below the lines. */
const REQUIRED = '.inbox-report .must-view';
const LINES = '.inbox-report .result-row';
const ABOVE = '.portal-bar, .inbox-identity';
const BELOW = '.send-panel, .toast, .new-critical, .phone-bar';
/** Overlap of two screens when scrolling. */
const OVERLAP_PX = 48;

/** Folded lines are not required: the changes of a corrected report are listed above. */
function requiredParts(): HTMLElement[] {
  const last = [...document.querySelectorAll<HTMLElement>(LINES)].filter((line) => line.checkVisibility());
  const required = [...document.querySelectorAll<HTMLElement>(REQUIRED)].filter((one) =>
    one.checkVisibility(),
  );
  return [...new Set([...required, ...last.slice(-1)])].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** The part of the window that no sticky element covers. */
function readableArea(): { top: number; bottom: number } {
  const column = document.querySelector('.inbox-report')?.getBoundingClientRect();
  let [top, bottom] = [0, window.innerHeight];
  for (const one of document.querySelectorAll(ABOVE)) top = Math.max(top, one.getBoundingClientRect().bottom);
  for (const one of document.querySelectorAll(BELOW)) {
    const box = one.getBoundingClientRect();
    const covers = column && box.height > 0 && box.left < column.right && box.right > column.left;
    if (covers) bottom = Math.min(bottom, box.top);
  }
  return { top, bottom };
}

/** To a part of the rest, to all of it, or to the end below the last line, where laboratories write comments. */
export type Moved = 'part' | 'rest' | 'end';

/** @param panel the sticky panel, which grows with the note */
export function useViewedLines(panel: RefObject<HTMLElement | null>, on: boolean) {
  const seen = useRef(new WeakSet<Element>());
  const [hasMore, setHasMore] = useState(false);

  const firstMissing = () => requiredParts().find((one) => !seen.current.has(one));

  function update(): void {
    if (document.visibilityState === 'hidden' || document.querySelector('dialog[open]')) return;
    const { top, bottom } = readableArea();
    for (const one of requiredParts()) {
      const box = one.getBoundingClientRect();
      const fits = box.top >= top - 1 || box.height > bottom - top;
      if (fits && box.bottom <= bottom + 1 && box.bottom > top) seen.current.add(one);
    }
    setHasMore(firstMissing() !== undefined);
  }

  useEffect(() => {
    if (!on) return;
    let frame = 0;
    const schedule = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        update();
      });
    };
    schedule();
    const sizes = new ResizeObserver(schedule);
    sizes.observe(document.body);
    if (panel.current) sizes.observe(panel.current);
    window.addEventListener('scroll', schedule, { capture: true, passive: true });
    window.addEventListener('resize', schedule);
    document.addEventListener('visibilitychange', schedule);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener('scroll', schedule, { capture: true });
      window.removeEventListener('resize', schedule);
      document.removeEventListener('visibilitychange', schedule);
    };
  }, [on, panel]);

  return {
    /** Something has not been viewed yet. */
    hasMore,
    /** Whether everything has been viewed. If not, scrolls towards the first part that has not. */
    viewedOrMoved: (): 'viewed' | Moved => {
      update();
      const missing = firstMissing();
      if (!missing) return 'viewed';
      const { top, bottom } = readableArea();
      const box = missing.getBoundingClientRect();
      const by = box.height > bottom - top ? box.bottom - bottom + 8 : box.top - top - 8;
      // At most one screen, so that nothing is skipped.
      window.scrollBy({
        top: Math.min(by, Math.max(bottom - top - OVERLAP_PX, OVERLAP_PX)),
        behavior: 'instant',
      });
      update();
      if (firstMissing()) return 'part';
      return missing.matches('.result-row') ? 'rest' : 'end';
    },
  };
}
