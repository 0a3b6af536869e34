'use client';
/** The raw message with symbols for invisible characters; copied without the symbols. */
import { useState } from 'react';
import { Button } from '../../ui/button';
import { visibleText } from './visible-text';

export function RawMessage({ text }: { text: string }) {
  const [status, setStatus] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setStatus('Copied without the symbols.');
    } catch {
      setStatus('Copying is blocked. Select the text and copy it with its symbols.');
    }
  }

  return (
    <>
      <pre
        role="group"
        tabIndex={0}
        aria-label="Raw message"
        className="max-h-96 overflow-auto border border-line bg-canvas p-3 font-mono text-sm break-all whitespace-pre-wrap"
      >
        {visibleText(text)}
      </pre>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button weight="secondary" onClick={copy}>
          Copy message
        </Button>
        <span role="status" className="text-sm text-ink-2">
          {status}
        </span>
      </div>
    </>
  );
}
