'use client';
/** States that the form contains restored input, with a button to discard it. */
import { useEffect } from 'react';
import { useFormat } from '#format';
import { Button } from '../../ui/button';
import { announce } from '../../ui/live-region';
import { Notice } from '../../ui/notice';
import type { Draft } from './use-draft';

interface DraftNoticeProps {
  draft: Pick<Draft, 'restoredAt' | 'failed' | 'discard'> & Partial<Pick<Draft, 'isReplaced'>>;
  /** Empties the parts of the form that are not named fields. */
  onDiscard?: () => void;
  children?: string;
  className?: string;
}

export function DraftNotice({ draft, onDiscard, children, className }: DraftNoticeProps) {
  const format = useFormat();
  const { restoredAt, failed, isReplaced } = draft;
  useEffect(() => {
    if (!restoredAt) return;
    // Part of the initial page, which live regions do not announce. Deferred until they are mounted.
    const timer = window.setTimeout(() => announce('Your draft is restored.'), 0);
    return () => window.clearTimeout(timer);
  }, [restoredAt]);
  if (failed)
    return (
      <Notice kind="problem" live {...(className ? { className } : {})}>
        Could not check for a saved draft. Reload the page to try again.
      </Notice>
    );
  if (isReplaced)
    return (
      <Notice kind="problem" live {...(className ? { className } : {})}>
        This form was also changed in another tab. Only the latest draft is kept. Finish in one tab.
      </Notice>
    );
  if (!restoredAt) return null;
  return (
    <Notice word="" {...(className ? { className } : {})}>
      Draft from {format.instant(restoredAt)} restored.{children ? ` ${children}` : ''}{' '}
      <Button
        weight="quiet"
        onClick={() => {
          // First, because its Undo restores the whole form.
          draft.discard();
          onDiscard?.();
        }}
      >
        Discard
      </Button>
    </Notice>
  );
}
