'use client';
/** A text file in the font and colors of the portal. */
import { useEffect, useState } from 'react';
import { EmptyState } from '../ui/empty-state';
import { DocumentText } from './document-text';

const MAX_BYTES = 1_000_000;

type Read = { text: string } | { problem: string };

async function read(url: string, signal: AbortSignal): Promise<Read> {
  const response = await fetch(url, { signal });
  if (!response.ok) return { problem: 'The text could not be loaded.' };
  if (Number(response.headers.get('Content-Length')) > MAX_BYTES) {
    await response.body?.cancel();
    return { problem: 'The text is too long for a preview.' };
  }
  const charset = /charset=([\w-]+)/i.exec(response.headers.get('Content-Type') ?? '')?.[1];
  return { text: new TextDecoder(charset).decode(await response.arrayBuffer()) };
}

export function TextPreview({ url }: { url: string }) {
  // Each reload of the page has another URL, and each request of it is recorded.
  const [address] = useState(url);
  const [shown, setShown] = useState<Read | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    read(address, ended.signal)
      .catch((): Read => ({ problem: 'The text could not be loaded.' }))
      .then((result) => {
        if (!ended.signal.aborted) setShown(result);
      });
    return () => ended.abort();
  }, [address]);
  if (shown && 'problem' in shown)
    return <EmptyState title={shown.problem}>Open or download the file.</EmptyState>;
  return (
    <DocumentText
      text={shown?.text ?? ''}
      className="max-h-[80vh] min-h-64 bg-paper max-md:h-[50vh] print:max-h-none"
    />
  );
}
