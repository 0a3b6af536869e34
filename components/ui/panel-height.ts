'use client';
import { useEffect, type RefObject } from 'react';

export const isSticky = (panel: Element): boolean => getComputedStyle(panel).position === 'sticky';

/** Publishes the height of the sticky panel, above which the message of the latest action is shown. */
export function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement.style;
    const measure = () => {
      const sticks = panel.current && isSticky(panel.current);
      root.setProperty('--send-panel', `${sticks ? panel.current!.offsetHeight : 0}px`);
    };
    const sizes = new ResizeObserver(measure);
    if (panel.current) sizes.observe(panel.current);
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', measure);
      root.removeProperty('--send-panel');
    };
  }, [panel]);
}
