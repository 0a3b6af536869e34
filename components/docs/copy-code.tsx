'use client';
/** Copies the code above it and reports the outcome. */
import { useRef, useState } from 'react';
import { Button } from '../ui/button';

export function CopyCode({ label }: { label: string }) {
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);

  async function copy() {
    const code = box.current!.previousElementSibling!;
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
    <div ref={box} className="mb-4 flex items-center justify-end gap-2 noscript:hidden">
      <p role="status" className="text-sm text-ink-2">
        {said}
      </p>
      <Button weight="quiet" onClick={() => void copy()} aria-label={`Copy: ${label}`} data-reads="">
        Copy
      </Button>
    </div>
  );
}
