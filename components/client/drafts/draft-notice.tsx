'use client';
/** Says that a form is filled with what was typed before, and how to be rid of it. */
import { useEffect } from 'react';
import { formatClock, formatInstant, dayInZone } from '../../format/dates';
import { Button } from '../../ui/button';
import { announce } from '../../ui/live-region';
import { Notice } from '../../ui/notice';
import type { Draft } from './use-draft';

interface DraftNoticeProps {
  draft: Pick<Draft, 'restoredAt' | 'failed' | 'discard'>;
  zone: string;
  /** Empties what is no named field. */
  onDiscard?: () => void;
  children?: string;
  className?: string;
}

export function DraftNotice({ draft, zone, onDiscard, children, className }: DraftNoticeProps) {
  const { restoredAt, failed } = draft;
  useEffect(() => {
    if (!restoredAt) return;
    // It stands in the page from its beginning, of which nothing is said by itself. After everybody listens.
    const timer = window.setTimeout(() => announce('What you had begun is filled in.'), 0);
    return () => window.clearTimeout(timer);
  }, [restoredAt]);
  if (failed)
    return (
      <Notice kind="problem" live {...(className ? { className } : {})}>
        Whether a draft of this form is kept could not be found out. Reload the page to try again.
      </Notice>
    );
  if (!restoredAt) return null;
  const today = dayInZone(new Date().toISOString(), zone) === dayInZone(restoredAt, zone);
  const when = today ? formatClock(restoredAt, zone) : formatInstant(restoredAt, zone);
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
