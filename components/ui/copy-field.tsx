'use client';
/** A value to copy: selectable text that works without scripts, and a copy button that reports the outcome. */
import { useRef, useState } from 'react';
import { Button } from './button';

export function CopyField({ id, label, value }: { id: string; label: string; value: string }) {
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setSaid('Copied.');
    } catch {
      // Clipboard access may be denied: leave the text selected for Ctrl+C.
      field.current?.select();
      setSaid('Press Ctrl+C to copy the selected text.');
    }
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="control min-w-0 flex-1 basis-64 bg-canvas font-mono text-sm"
        />
        <Button weight="secondary" onClick={copy}>
          Copy
        </Button>
      </div>
      <p role="status" className="min-h-6 text-sm text-ink-2">
        {said}
      </p>
    </div>
  );
}
