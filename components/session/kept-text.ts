'use client';
/**
 * A text that is written about one record and belongs to it, not to the page: it outlives the panel in which it is written,
 * a newer version of the record, and the end of the session. What this page knows of it counts before what the server's
 * page brought along, which may be older (Back).
 */
import { useState } from 'react';
import { api, background } from '../api/client';
import { hearDrafts } from './drafts-event';
import { LONGEST_MS, PAUSE_MS } from './draft-times';

/** Longer than an act takes. */
const BESIDE_MS = 30_000;

interface Kept {
  text: string;
  /** What the server holds; null when that is not sure. */
  stored: string | null;
  timer: number;
  since: number;
  running: number;
  /** When the last one arrived. */
  savedAt: number;
  queue: Promise<void>;
}

/** By address. Filled by the browser alone: the server's memory is everybody's. */
const texts = new Map<string, Kept>();

function save(address: string, by: typeof api): void {
  const now = texts.get(address)!;
  window.clearTimeout(now.timer);
  now.since = 0;
  const { text } = now;
  if (text === now.stored) return;
  now.stored = text;
  now.running += 1;
  // One after the other: an older text must not arrive last.
  now.queue = now.queue
    .then(async () => {
      if (text === '') await by.drafts.discardDraft.mutate({ form: address });
      else await by.drafts.saveDraft.mutate({ form: address, content: JSON.stringify({ text }) });
    })
    .catch(() => {
      // The text itself is untouched by it; the next change tries again.
      now.stored = null;
    })
    .finally(() => {
      now.running -= 1;
      now.savedAt = Date.now();
    });
}

let heard = false;

function entryOf(address: string): Kept {
  const known = texts.get(address);
  if (known) return known;
  if (!heard) hearDrafts(() => [...texts.keys()].forEach((each) => save(each, background)));
  heard = true;
  const made = {
    text: '',
    stored: null,
    timer: 0,
    since: 0,
    running: 0,
    savedAt: 0,
    queue: Promise.resolve(),
  };
  texts.set(address, made);
  return made;
}

/** What the server's page brought: null when nothing is kept, `content` null where it cannot be read. */
export type FoundText = { saved_at: string; content: string | null } | null;

function read(content: string): string | null {
  try {
    const { text } = JSON.parse(content) as { text?: unknown };
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** @param address as the server knows it */
export function useKeptText(address: string, found: FoundText) {
  const [begun] = useState(() => {
    const known = texts.get(address);
    if (known) return { text: known.text, at: null, failed: false };
    const text = found?.content == null ? null : read(found.content);
    return { text: text ?? '', at: text ? found!.saved_at : null, failed: found !== null && text === null };
  });
  const [restoredAt, setRestoredAt] = useState(begun.at);
  return {
    /** What the field begins with. */
    begun: begun.text,
    restoredAt,
    failed: begun.failed,
    write: (text: string): void => {
      const now = entryOf(address);
      now.text = text;
      now.since ||= Date.now();
      window.clearTimeout(now.timer);
      const wait = Math.max(0, Math.min(PAUSE_MS, now.since + LONGEST_MS - Date.now()));
      now.timer = window.setTimeout(() => save(address, api), wait);
    },
    /** The server forgot it with the act that sent it. What was saved beside that act may have come after it. */
    sent: (): void => {
      const now = entryOf(address);
      window.clearTimeout(now.timer);
      const isLate = now.running > 0 || Date.now() - now.savedAt < BESIDE_MS;
      Object.assign(now, { text: '', since: 0, stored: isLate ? null : '' });
      setRestoredAt(null);
      if (isLate) save(address, api);
    },
    /** It is not wanted. */
    discard: (): void => {
      Object.assign(entryOf(address), { text: '', stored: null });
      setRestoredAt(null);
      save(address, api);
    },
  };
}
