/** A message in the page: icon, word and tone, never tone alone. */
import type { ReactNode } from 'react';
import { Icon } from './icons';

type NoticeKind = 'info' | 'problem' | 'success';

const LOOK: Record<NoticeKind, { word: string; box: string }> = {
  info: { word: 'Note', box: 'border-info bg-info-tint' },
  problem: { word: 'Problem', box: 'border-error bg-canvas' },
  success: { word: 'Done', box: 'border-accent bg-accent-tint' },
};

interface NoticeProps {
  kind?: NoticeKind;
  /** Replaces the default word of the kind; empty to omit it. */
  word?: string;
  children: ReactNode;
  className?: string;
  live?: boolean;
  /** A sentence next to a button. */
  isLine?: boolean;
}

export function Notice({
  kind = 'info',
  word,
  children,
  className = '',
  live = false,
  isLine = false,
}: NoticeProps) {
  const look = LOOK[kind];
  return (
    <div
      role={live ? (kind === 'problem' ? 'alert' : 'status') : undefined}
      className={`flex border-l-4 ${isLine ? 'items-center gap-2 py-1 pr-1 pl-3' : 'items-start gap-3 px-3.5 py-2.5'} ${look.box} ${className}`}
    >
      <Icon
        name={kind}
        className={`size-4 shrink-0 ${isLine ? '' : 'mt-1'} ${kind === 'problem' ? 'text-error' : ''}`}
      />
      <div className="min-w-0">
        {word === '' ? null : <strong className="mr-1.5">{word ?? look.word}.</strong>}
        {children}
      </div>
    </div>
  );
}
