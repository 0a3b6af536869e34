'use client';
/** The raw message with symbols for invisible characters; copied without the symbols. */
import { useState } from 'react';
import { Button } from '../../ui/button';
import { visibleText } from './visible-text';

interface RawMessageProps {
  text: string;
  /** Of a page with several. */
  label?: string;
}

export function RawMessage({ text, label = 'Message' }: RawMessageProps) {
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
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Button weight="secondary" onClick={copy}>
          Copy {label.toLowerCase()}
        </Button>
        <span role="status" className="text-sm text-ink-2">
          {status}
        </span>
      </div>
      <pre
        role="group"
        tabIndex={0}
        aria-label={`Raw ${label.toLowerCase()}`}
        className="max-h-72 overflow-auto border border-line bg-canvas p-3 font-mono text-sm break-all whitespace-pre-wrap"
      >
        {visibleText(text)}
      </pre>
    </>
  );
}
