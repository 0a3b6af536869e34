'use client';
/** Behavior of the signing panel: its height, the note that unfolds, and the key that signs. */
import { useEffect, useState, type RefObject } from 'react';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { showToast } from '../ui/toast';
import { isSticky, keepCriticalVisible } from './keep-critical-visible';
import { useViewedLines } from './viewed-lines';

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

/**
 * The note appears on demand. On a phone note, forward and assign are folded to leave room for the report.
 * @param failed the draft could not be read: unfolded, so that this is visible
 */
export function useNoteField(
  panel: RefObject<HTMLElement | null>,
  form: RefObject<HTMLFormElement | null>,
  startsOpen: boolean,
  failed: boolean,
) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [unfolded, setUnfolded] = useState(failed);
  useEffect(() => {
    if (unfolded && panel.current) keepCriticalVisible(panel.current);
  }, [panel, unfolded]);
  const field = () => form.current?.querySelector('textarea') ?? null;
  return {
    field,
    isOpen,
    unfolded,
    setUnfolded,
    /** It has content and is folded: it must be shown before it is signed. */
    isHidden: (): boolean => {
      const area = field();
      return area !== null && area.value.trim() !== '' && area.getClientRects().length === 0;
    },
    open: (): void => {
      setIsOpen(true);
      setUnfolded(true);
      // The field may appear with this render.
      requestAnimationFrame(() => {
        const area = field();
        if (!area || !panel.current) return;
        // In a sticky panel the field is visible anyway, and the report must not scroll.
        const preventScroll = isSticky(panel.current);
        area.focus({ preventScroll });
        if (preventScroll) area.form!.scrollTop = area.offsetTop;
      });
    },
  };
}

export type NoteField = ReturnType<typeof useNoteField>;

interface SignByKey {
  review: Pick<ReviewState, 'only_seen' | 'needs_note'>;
  panel: RefObject<HTMLElement | null>;
  signForm: RefObject<HTMLFormElement | null>;
  note: NoteField;
  inbox: boolean;
  blocked: boolean;
}

/** The key `s`: if part of the report has not been viewed, it scrolls there instead of signing. */
export function useSignByKey({ review, panel, signForm, note, inbox, blocked }: SignByKey) {
  const viewed = useViewedLines(panel, inbox);
  return (): void => {
    if (blocked) return;
    if (!viewed.viewedOrMoved()) {
      const not = review.only_seen ? 'Not marked as seen' : 'Not signed';
      return showToast({ sentence: `${not}. You have not viewed the whole report.`, isProblem: true });
    }
    if (review.needs_note && !note.field()?.value.trim()) note.open();
    else signForm.current?.requestSubmit();
  };
}
