'use client';
/** Says that a form is filled with what was typed before, and how to be rid of it. */
import { useEffect } from 'react';
import { useFormat } from '#format';
import { Button } from '../../ui/button';
import { announce } from '../../ui/live-region';
import { Notice } from '../../ui/notice';
import type { Draft } from './use-draft';

interface DraftNoticeProps {
  draft: Pick<Draft, 'restoredAt' | 'failed' | 'discard'>;
  /** Empties what is no named field. */
  onDiscard?: () => void;
  children?: string;
  className?: string;
}

export function DraftNotice({ draft, onDiscard, children, className }: DraftNoticeProps) {
  const format = useFormat();
  const { restoredAt, failed } = draft;
  useEffect(() => {
    if (!restoredAt) return;
    // It stands in the page from its beginning, of which nothing is said by itself. After everybody listens.
    const timer = window.setTimeout(() => announce('Your draft is restored.'), 0);
    return () => window.clearTimeout(timer);
  }, [restoredAt]);
  if (failed)
    return (
      <Notice kind="problem" live {...(className ? { className } : {})}>
        Could not check for a saved draft. Reload the page to try again.
      </Notice>
    );
  if (!restoredAt) return null;
  // oxlint-disable-next-line react/purity -- drafts are restored after hydration
  const today = format.dayOf(new Date().toISOString()) === format.dayOf(restoredAt);
  const when = today ? format.clock(restoredAt) : format.instant(restoredAt);
  return (
    <Notice word="Draft" {...(className ? { className } : {})}>
      Draft from {when} restored.{children ? ` ${children}` : ''}{' '}
      <Button
        weight="quiet"
        onClick={() => {
          onDiscard?.();
          draft.discard();
        }}
      >
        Discard
      </Button>
    </Notice>
  );
}
