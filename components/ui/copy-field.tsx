'use client';
/** A value to copy: selectable text that works without scripts, and a copy button that reports the outcome. */
import { useRef } from 'react';
import { Button } from './button';
import { useCopy } from './use-copy';

export function CopyField({ id, label, value }: { id: string; label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { copy, outcome } = useCopy(() => field.current?.select());

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
        <Button weight="secondary" onClick={() => void copy(value)}>
          Copy
        </Button>
      </div>
      <p role="status" className="min-h-6 text-sm text-ink-2">
        {outcome}
      </p>
    </div>
  );
}
