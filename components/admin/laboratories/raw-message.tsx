'use client';
/** The message as it was sent, with signs for what cannot be seen; copied without the signs. */
import { useState } from 'react';
import { Button } from '../../ui/button';
import { visibleText } from './visible-text';

export function RawMessage({ text }: { text: string }) {
  const [said, setSaid] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied as it was sent, without the signs.');
    } catch {
      setSaid('The browser did not allow it. Select the text and copy it; the signs are copied as well.');
    }
  }

  return (
    <>
      <pre
        role="group"
        tabIndex={0}
        aria-label="Message as it was sent"
        className="max-h-96 overflow-auto border border-line bg-canvas p-3 font-mono text-sm break-all whitespace-pre-wrap"
      >
        {visibleText(text)}
      </pre>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button weight="secondary" onClick={copy}>
          Copy the message
        </Button>
        <span role="status" className="text-sm text-ink-2">
          {said}
        </span>
      </div>
    </>
  );
}
