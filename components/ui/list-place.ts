'use client';
/**
 * Places the list of a combobox in the top layer, where neither a dialog nor a scrolling part of the page cuts it off.
 */
import { useLayoutEffect, type RefObject } from 'react';

/** Distance from the edges of the window. */
const MARGIN = 8;
const MOST_HEIGHT = 384;
/** A list of this height stays below its field, so that it covers no heading. */
const ENOUGH = 256;

interface Span {
  top: number;
  bottom: number;
}

/** Below the field, or above it if there is little room below and more above. */
export function placeList(field: Span, wanted: number, view: Span): { top: number; maxHeight: number } {
  const below = view.bottom - MARGIN - field.bottom;
  const above = field.top - view.top - MARGIN;
  const height = Math.min(wanted, MOST_HEIGHT);
  if (Math.min(height, ENOUGH) <= below || below >= above)
    return { top: field.bottom, maxHeight: Math.max(Math.min(MOST_HEIGHT, below), 0) };
  const maxHeight = Math.min(MOST_HEIGHT, above);
  return { top: field.top - Math.min(height, maxHeight), maxHeight };
}

function putNextTo(field: HTMLElement, box: HTMLElement): void {
  const at = field.getBoundingClientRect();
  // Smaller than the window while the keyboard of a phone is open.
  const view = window.visualViewport;
  const top = view?.offsetTop ?? 0;
  // Before the height is measured: options wrap in a narrow list.
  box.style.width = `${at.width}px`;
  const wanted = box.scrollHeight + box.offsetHeight - box.clientHeight;
  const placed = placeList(at, wanted, { top, bottom: top + (view?.height ?? window.innerHeight) });
  box.style.maxHeight = `${placed.maxHeight}px`;
  box.style.top = `${placed.top}px`;
  box.style.left = `${at.left}px`;
}

/** @param isOpen false also for a list that is part of the page */
export function useListPlace(
  field: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLUListElement | null>,
  isOpen: boolean,
): void {
  // After each rendering: the options may have changed.
  useLayoutEffect(() => {
    const box = list.current;
    if (!isOpen || !box || !field.current) return;
    if (!box.matches(':popover-open')) box.showPopover();
    const place = () => putNextTo(field.current!, box);
    place();
    const onScroll = ({ target }: Event) => {
      if (target !== box) place();
    };
    window.addEventListener('scroll', onScroll, true);
    window.addEventListener('resize', place);
    window.visualViewport?.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('resize', place);
      window.visualViewport?.removeEventListener('resize', place);
    };
  });
  useLayoutEffect(() => {
    const box = list.current;
    if (!isOpen && box?.matches(':popover-open')) box.hidePopover();
  }, [isOpen, list]);
}
