'use client';
import { useEffect, type RefObject } from 'react';

export const isSticky = (panel: Element): boolean => getComputedStyle(panel).position === 'sticky';

/** All panels of the page. A chart has one for its uploads, also next to that of a new order. */
const panels = new Set<HTMLElement>();
/** What is displayed above the panels. */
const messages = new Set<HTMLElement>();
/** A panel further up is covered by no message. */
const NEAR_PX = 192;

/** From the lower edge to the top of the panel; 0 if it follows its content far above the edge. */
function roomFor(panel: HTMLElement): number {
  if (!isSticky(panel)) return 0;
  const edge = window.innerHeight - Number.parseFloat(getComputedStyle(panel).bottom);
  const { top, bottom } = panel.getBoundingClientRect();
  return bottom > edge - NEAR_PX ? Math.max(0, edge - top) : 0;
}

function publish(): void {
  const room = Math.ceil(Math.max(0, ...[...panels].map(roomFor)));
  // Not inherited (app/globals.css), so that a growing panel does not compute the style of the whole page.
  for (const element of [document.documentElement, ...messages])
    element.style.setProperty('--send-panel', `${room}px`);
}

/**
 * Publishes how much room the sticky panel takes at the lower edge: messages are shown above it.
 * @param isThere whether the panel is rendered
 */
export function usePanelHeight(panel: RefObject<HTMLElement | null>, isThere = true): void {
  useEffect(() => {
    const element = panel.current;
    if (!isThere || !element) return;
    panels.add(element);
    const sizes = new ResizeObserver(publish);
    sizes.observe(element);
    sizes.observe(document.body);
    window.addEventListener('resize', publish);
    window.addEventListener('scroll', publish, { passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', publish);
      window.removeEventListener('scroll', publish);
      panels.delete(element);
      publish();
    };
  }, [panel, isThere]);
}

/** Gives a message the height of the panel above which it is displayed. */
export function useAbovePanel(box: RefObject<HTMLElement | null>, shown: unknown): void {
  useEffect(() => {
    const message = box.current;
    if (!shown || !message) return;
    messages.add(message);
    publish();
    return () => {
      messages.delete(message);
    };
  }, [box, shown]);
}

/**
 * Publishes the height of a message at the lower edge, for which page and list leave room.
 * @param shown what it displays; null while it is not rendered
 */
export function useMessageHeight(
  box: RefObject<HTMLElement | null>,
  name: '--toast' | '--new-critical',
  shown: unknown,
): void {
  useAbovePanel(box, shown);
  useEffect(() => {
    const bar = box.current;
    if (!shown || !bar) return;
    const root = document.documentElement.style;
    const sizes = new ResizeObserver(() => root.setProperty(name, `${bar.offsetHeight}px`));
    sizes.observe(bar);
    return () => {
      sizes.disconnect();
      root.removeProperty(name);
    };
  }, [box, name, shown]);
}
