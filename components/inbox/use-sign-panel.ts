'use client';
/** Behavior of the signing panel: the note that unfolds, and the key that signs. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { ReviewState } from '@/server/domain/reviews/contract';
import type { useKeptText } from '../client/drafts/kept-text';
import { showToast } from '../ui/toast';
import { isSticky } from '../ui/panel-height';
import { reportEarlyPress, useEarlyPress } from './early-press';
import { keepCriticalVisible } from './keep-critical-visible';
import { useViewedLines, type Moved } from './viewed-lines';

const MOVED_WORDS: Record<Moved, string> = {
  part: 'Scrolled down. Press S again to read on.',
  rest: 'Scrolled to the rest of the report.',
  end: 'Scrolled to the end of the report.',
};

const TOO_EARLY = 'Report just opened. Press S again.';

/** On a phone: nothing, the note alone, or all that is folded. */
export type Unfolded = 'note' | 'all' | null;

/**
 * The note appears on demand. On a phone note, forward and assign are folded to leave room for the report, but not a
 * required note where the screen is high enough.
 * @param failed the draft could not be read: unfolded, so that this is visible
 */
export function useNoteField(
  panel: RefObject<HTMLElement | null>,
  form: RefObject<HTMLFormElement | null>,
  startsOpen: boolean,
  isRequired: boolean,
  failed: boolean,
) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [unfolded, setUnfolded] = useState<Unfolded>(failed ? 'all' : null);
  const isLoading = useRef(true);
  useEffect(() => {
    if (!unfolded || !panel.current) return;
    if (!isSticky(panel.current)) {
      // The button to sign may be below the window, also while the page loads.
      if (!isLoading.current) panel.current.scrollIntoView({ block: 'nearest' });
      return;
    }
    keepCriticalVisible(panel.current);
    const area = form.current?.querySelector('textarea');
    if (area && !failed) area.form!.scrollTop = area.offsetTop;
  }, [panel, form, unfolded, failed]);
  useEffect(() => {
    const loaded = requestAnimationFrame(() => {
      const hasRoom = window.matchMedia('(width < 48rem) and (height >= 40rem)').matches;
      if (isRequired && hasRoom) flushSync(() => setUnfolded((before) => before ?? 'note'));
      isLoading.current = false;
    });
    return () => cancelAnimationFrame(loaded);
  }, [isRequired]);
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
    open: (part: 'note' | 'all' = 'all'): void => {
      // Keys pressed until the field has the focus would be lost, or act on the report.
      flushSync(() => {
        setIsOpen(true);
        setUnfolded((before) => (before === 'all' ? before : part));
      });
      const area = field();
      if (!area || !panel.current) return;
      // In a sticky panel the field is visible anyway, and the report must not scroll.
      const preventScroll = isSticky(panel.current);
      focusAtEnd(area, preventScroll);
      if (preventScroll) area.form!.scrollTop = area.offsetTop;
    },
  };
}

export type NoteField = ReturnType<typeof useNoteField>;

/** Behind a restored text, which is continued. */
export function focusAtEnd(area: HTMLTextAreaElement, preventScroll: boolean): void {
  if (document.activeElement === area) return;
  area.focus({ preventScroll });
  area.setSelectionRange(area.value.length, area.value.length);
  area.scrollTop = area.scrollHeight;
}

/** @returns discards the restored note, with an undo */
export function useDiscardDraft(kept: ReturnType<typeof useKeptText>, note: NoteField) {
  return (moveFocus: () => void): void => {
    const area = note.field();
    if (!area) return;
    const text = area.value;
    kept.discard();
    area.value = '';
    // The pressed button is removed.
    moveFocus();
    showToast({
      sentence: 'Draft note discarded.',
      undo: async () => {
        const now = note.field();
        // With what was typed since.
        const restored = [text, now?.value].filter(Boolean).join('\n');
        kept.restore(restored);
        if (now) now.value = restored;
        return { sentence: 'Draft note restored.' };
      },
    });
  };
}

interface SignByKey {
  review: Pick<ReviewState, 'only_seen'>;
  panel: RefObject<HTMLElement | null>;
  signForm: RefObject<HTMLFormElement | null>;
  inbox: boolean;
  isArmed: boolean;
  off: boolean;
}

/** The key `s`: if part of the report has not been viewed, it scrolls there instead of signing. */
export function useSignByKey({ review, panel, signForm, inbox, isArmed, off }: SignByKey) {
  const viewed = useViewedLines(panel, inbox);
  const early = useEarlyPress();
  const signByKey = (): void => {
    if (off) return;
    if (!isArmed) return reportEarlyPress(TOO_EARLY);
    const moved = viewed.viewedOrMoved();
    if (moved !== 'viewed') {
      const again = review.only_seen ? 'mark it as seen' : 'sign';
      const sentence =
        moved === 'part' ? MOVED_WORDS.part : `${MOVED_WORDS[moved]} Press S again to ${again}.`;
      return showToast({ sentence, isHint: true });
    }
    // Without the required note, the field shows the error.
    signForm.current?.requestSubmit();
  };
  return {
    signByKey,
    early,
    scrollsFirst: inbox && viewed.hasMore,
  };
}
