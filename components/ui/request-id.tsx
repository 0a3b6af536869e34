'use client';
/** The ID that finds a failed request in the logs, with a button that copies it. */
import { useState } from 'react';
import { Button } from './button';

export function RequestId({ id }: { id: string }) {
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    // Without the right to use the clipboard the ID can be selected with one click.
    await navigator.clipboard.writeText(id).then(
      () => setIsCopied(true),
      () => undefined,
    );
  }

  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      <span>
        Request ID <code className="font-mono wrap-anywhere text-ink select-all">{id}</code>
      </span>
      <span className="noscript:hidden">
        <Button weight="quiet" onClick={() => void copy()} aria-label="Copy request ID">
          Copy
        </Button>
      </span>
      <span role="status">{isCopied ? 'Copied.' : ''}</span>
    </p>
  );
}
