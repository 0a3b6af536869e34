'use client';
/** Copies the code of its block and reports the outcome. */
import { useRef, useState } from 'react';
import { Button } from '../ui/button';

export function CopyCode({ label }: { label: string }) {
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);

  async function copy() {
    const code = box.current!.parentElement!.nextElementSibling!;
    try {
      await navigator.clipboard.writeText(code.textContent!);
      setSaid('Copied.');
    } catch {
      // Clipboard access may be denied: leave the text selected for Ctrl+C.
      window.getSelection()?.selectAllChildren(code);
      setSaid('Press Ctrl+C to copy the selected text.');
    }
  }

  return (
    <div ref={box} className="flex shrink-0 items-center gap-2 noscript:hidden print:hidden">
      <p role="status" className="text-sm text-ink-2">
        {said}
      </p>
      <Button weight="quiet" onClick={() => void copy()} aria-label={`Copy: ${label}`} data-reads="">
        Copy
      </Button>
    </div>
  );
}
