'use client';
/**
 * A frame that does not take the focus. Chromium's viewer does so with the error of a PDF that it cannot read, which
 * scrolls the page. `inert`, `tabIndex` and hiding the frame do not prevent it.
 */
import { useEffect, useRef, type IframeHTMLAttributes } from 'react';

/** During its blur event the page cannot focus anything outside the frame. */
const FOCUSED_AFTER_MS = 50;
/** The page scrolls after its blur event. */
const SCROLLS_WITHIN_MS = 300;

interface QuietFrameProps extends IframeHTMLAttributes<HTMLIFrameElement> {
  /** Accessible name, which is not displayed. */
  label: string;
}

export function QuietFrame({ label, ...props }: QuietFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let focused = document.activeElement;
    const onFocus = ({ target }: FocusEvent) => {
      if (target !== frame.current && target instanceof HTMLElement) focused = target;
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') isUsed.current = true;
    };
    const onBlur = () => {
      if (isUsed.current || document.activeElement !== frame.current) return;
      // Only once: a screen reader focuses the frame without a key.
      isUsed.current = true;
      const top = window.scrollY;
      window.setTimeout(() => {
        frame.current?.blur();
        if (focused instanceof HTMLElement && focused !== frame.current)
          focused.focus({ preventScroll: true });
      }, FOCUSED_AFTER_MS);
      window.addEventListener('scroll', () => window.scrollTo({ top, behavior: 'instant' }), {
        once: true,
        signal: AbortSignal.timeout(SCROLLS_WITHIN_MS),
      });
    };
    document.addEventListener('focusin', onFocus, { signal });
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('blur', onBlur, { signal });
    return () => ended.abort();
  }, []);
  return <iframe {...props} title={label} ref={frame} onPointerEnter={() => (isUsed.current = true)} />;
}
