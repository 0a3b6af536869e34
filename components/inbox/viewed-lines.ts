'use client';
/**
 * Which lines of the open report have been in view: between what stays at the top of the window and what stays at its
 * bottom. Before a key signs, every critical and abnormal line, the last one and the end of the report must have been.
 */
import { useEffect, useRef, type RefObject } from 'react';

/** Critical and abnormal lines, and the end of what is read: laboratories write notes below the lines. */
const MUST = '.inbox-report .must-view';
const LINES = '.inbox-report .result-row';
const ABOVE = '.portal-bar, .inbox-identity';
const BELOW = '.send-panel, .latest-action, .phone-bar';
/** Lines that stay in sight when the view moves on. */
const KEPT_PX = 48;

/** What is folded away is not asked for: of a corrected report the changes stand above. */
function wanted(): HTMLElement[] {
  const last = [...document.querySelectorAll<HTMLElement>(LINES)].filter((line) => line.checkVisibility());
  const must = [...document.querySelectorAll<HTMLElement>(MUST)].filter((one) => one.checkVisibility());
  return [...new Set([...must, ...last.slice(-1)])].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** The part of the window in which a report can be read. */
function clearPart(): { top: number; bottom: number } {
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

/** @param panel what stays at the bottom, and grows with the note */
export function useViewedLines(panel: RefObject<HTMLElement | null>, on: boolean) {
  const seen = useRef(new WeakSet<Element>());

  function look(): void {
    if (document.visibilityState === 'hidden' || document.querySelector('dialog[open]')) return;
    const { top, bottom } = clearPart();
    for (const one of wanted()) {
      const box = one.getBoundingClientRect();
      const fits = box.top >= top - 1 || box.height > bottom - top;
      if (fits && box.bottom <= bottom + 1 && box.bottom > top) seen.current.add(one);
    }
  }

  useEffect(() => {
    if (!on) return;
    let frame = 0;
    const later = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    later();
    const sizes = new ResizeObserver(later);
    sizes.observe(document.body);
    if (panel.current) sizes.observe(panel.current);
    window.addEventListener('scroll', later, { capture: true, passive: true });
    window.addEventListener('resize', later);
    document.addEventListener('visibilitychange', later);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener('scroll', later, { capture: true });
      window.removeEventListener('resize', later);
      document.removeEventListener('visibilitychange', later);
    };
  }, [on, panel]);

  return {
    /** @returns whether all of it has been in view; if not, the view moves on towards what has not */
    viewedOrMoved: (): boolean => {
      look();
      const missing = wanted().find((one) => !seen.current.has(one));
      if (!missing) return true;
      const { top, bottom } = clearPart();
      const box = missing.getBoundingClientRect();
      const by = box.height > bottom - top ? box.bottom - bottom + 8 : box.top - top - 8;
      // Not further than what is in view is high: what lies between is seen as well.
      window.scrollBy({ top: Math.min(by, Math.max(bottom - top - KEPT_PX, KEPT_PX)), behavior: 'instant' });
      return false;
    },
  };
}
