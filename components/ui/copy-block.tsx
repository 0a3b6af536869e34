'use client';
/** Text of several lines to copy, with a button that reports the outcome. */
import { useRef } from 'react';
import { Button } from './button';
import { selectText, useCopy } from './use-copy';

interface CopyBlockProps {
  label: string;
  value: string;
  /** Shown instead of the copied text, such as its formatted form. */
  shown?: string;
}

export function CopyBlock({ label, value, shown = value }: CopyBlockProps) {
  const text = useRef<HTMLPreElement>(null);
  const { copy, outcome } = useCopy(() => selectText(text.current));

  return (
    <div className="mt-2">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{label}</p>
        <span className="flex items-center gap-2">
          <span role="status" className="text-sm text-ink-2">
            {outcome}
          </span>
          <Button weight="secondary" onClick={() => void copy(value)} aria-label={`Copy: ${label}`}>
            Copy
          </Button>
        </span>
      </div>
      <pre
        ref={text}
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-w-full overflow-x-auto bg-canvas p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {shown}
      </pre>
    </div>
  );
}
