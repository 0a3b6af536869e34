'use client';
/**
 * A text that is written about one record and belongs to it, not to the page: it outlives the panel in which it is written,
 * a newer version of the record, and the end of the session. What this page knows of it counts before what the server's
 * page brought along, which may be older (Back).
 */
import { useState } from 'react';
import { api, background } from '../client';
import { hearDrafts } from './drafts-event';
import { draftSaver, type DraftSaver } from './draft-saver';

/** Longer than an act takes. */
const BESIDE_MS = 30_000;

interface Kept {
  text: string;
  /** What the server holds; null when that is not sure. */
  stored: string | null;
  running: number;
  /** When the last one arrived. */
  savedAt: number;
  saver: DraftSaver;
}

/** By address. Filled by the browser alone: the server's memory is everybody's. */
const texts = new Map<string, Kept>();

function save(address: string, by: typeof api): void {
  const now = texts.get(address)!;
  now.saver.stop();
  const { text } = now;
  if (text === now.stored) return;
  now.stored = text;
  now.running += 1;
  void now.saver
    .send(() =>
      text === ''
        ? by.drafts.discardDraft.mutate({ form: address })
        : by.drafts.saveDraft.mutate({ form: address, content: JSON.stringify({ text }) }),
    )
    .catch(() => {
      // The next change tries again.
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
  const made = { text: '', stored: null, running: 0, savedAt: 0, saver: draftSaver() };
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
      now.saver.later(() => save(address, api));
    },
    /** The server forgot it with the act that sent it. What was saved beside that act may have come after it. */
    sent: (): void => {
      const now = entryOf(address);
      now.saver.stop();
      const isLate = now.running > 0 || Date.now() - now.savedAt < BESIDE_MS;
      Object.assign(now, { text: '', stored: isLate ? null : '' });
      setRestoredAt(null);
      if (isLate) save(address, api);
    },
    /** The act that would have sent it was refused, and the server may have forgotten it with another one. */
    keep: (text: string): void => {
      Object.assign(entryOf(address), { text, stored: null });
      save(address, api);
    },
    /** It is not wanted. */
    discard: (): void => {
      Object.assign(entryOf(address), { text: '', stored: null });
      setRestoredAt(null);
      save(address, api);
    },
  };
}
