'use client';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * The page that an action reloads may lack the focused button: the focus moves to the first link of its row, or to the
 * title.
 * @returns to call before the reload
 */
export function useFocusAfterAction(button: RefObject<HTMLElement | null>): () => void {
  const isReloaded = useRef(false);
  useEffect(() => {
    const row = button.current?.closest('tr');
    return () => {
      if (!isReloaded.current || document.activeElement !== document.body) return;
      const link = row?.isConnected ? row.querySelector('a') : null;
      (link ?? document.querySelector('h1'))?.focus({ preventScroll: true });
    };
  }, [button]);
  return () => {
    isReloaded.current = true;
  };
}
