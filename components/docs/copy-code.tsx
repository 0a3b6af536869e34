'use client';
/** Copies the code of its block and reports the outcome. */
import { useRef } from 'react';
import { Button } from '../ui/button';
import { selectText, useCopy } from '../ui/use-copy';

export function CopyCode({ label }: { label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const codeOf = () => box.current!.parentElement!.nextElementSibling!;
  const { copy, outcome } = useCopy(() => selectText(codeOf()));

  return (
    <div ref={box} className="flex shrink-0 items-center gap-2 noscript:hidden print:hidden">
      <p role="status" className="text-sm text-ink-2">
        {outcome}
      </p>
      <Button
        weight="quiet"
        onClick={() => void copy(codeOf().textContent!)}
        aria-label={`Copy: ${label}`}
        data-reads=""
      >
        Copy
      </Button>
    </div>
  );
}
