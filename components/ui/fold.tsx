/** A section or part of a page that opens on demand. Native: it works without scripts and opens for a fragment. */
import type { ReactNode } from 'react';
import { Icon } from './icons';

interface FoldProps {
  id?: string;
  title: string;
  /** What the closed section would show, in a few words. */
  state?: ReactNode;
  open?: boolean;
  /** Of a step: whether it is done. */
  isDone?: boolean;
  /** A part of a section has a smaller title. */
  look?: 'section' | 'part';
  children: ReactNode;
}

export function Fold({
  id,
  title,
  state,
  open = false,
  isDone = false,
  look = 'section',
  children,
}: FoldProps) {
  const Title = look === 'section' ? 'h2' : 'span';
  return (
    <details id={id} open={open} className="fold border-t border-line last:border-b">
      <summary className="target flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0 py-1.5">
        <Icon name="chevron" className="fold-mark size-3.5 shrink-0 text-accent" />
        <Title className={`font-semibold ${look === 'section' ? 'text-section' : ''}`}>{title}</Title>
        {isDone ? (
          <span className="inline-flex items-center gap-1 font-semibold">
            <Icon name="success" className="size-4 shrink-0 text-accent" />
            Done
          </span>
        ) : null}
        {state ? <span className="text-ink-2">{state}</span> : null}
      </summary>
      <div className={look === 'section' ? 'pt-1 pb-6' : 'pb-4'}>{children}</div>
    </details>
  );
}
