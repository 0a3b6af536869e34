'use client';
/** Says that a form is filled with what was typed before, and how to be rid of it. */
import { formatClock, formatInstant, dayInZone } from '../format/dates';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { Draft } from './use-draft';

interface DraftNoticeProps {
  draft: Draft;
  zone: string;
  /** Empties what is no named field. */
  onDiscard?: () => void;
  children?: string;
  className?: string;
}

export function DraftNotice({ draft, zone, onDiscard, children, className }: DraftNoticeProps) {
  const { restoredAt, failed } = draft;
  if (failed)
    return (
      <Notice kind="problem" live {...(className ? { className } : {})}>
        Whether a draft of this form is kept could not be found out. Reload the page to try again.
      </Notice>
    );
  if (!restoredAt) return <div role="status" />;
  const today = dayInZone(new Date().toISOString(), zone) === dayInZone(restoredAt, zone);
  const when = today ? formatClock(restoredAt, zone) : formatInstant(restoredAt, zone);
  return (
    <Notice word="Draft" live {...(className ? { className } : {})}>
      Draft from {when} restored.{children ? ` ${children}` : ''}{' '}
      <Button
        weight="quiet"
        onClick={() => {
          onDiscard?.();
          void draft.discard();
        }}
      >
        Discard
      </Button>
    </Notice>
  );
}
