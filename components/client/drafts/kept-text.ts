'use client';
/**
 * A text that belongs to one record instead of a page: it survives its panel, a newer version of the record and the
 * end of the session. The state in this browser overrides that of the server's page, which may be older (Back).
 */
import { useState } from 'react';
import { api, background } from '../client';
import { onSaveDrafts } from './drafts-event';
import { draftSaver, type DraftSaver } from './draft-saver';

/** Longer than any request. */
const BESIDE_MS = 30_000;

interface Kept {
  text: string;
  /** The content on the server; null if unknown. */
  stored: string | null;
  running: number;
  /** When the last request succeeded. */
  savedAt: number;
  saver: DraftSaver;
}

/** By draft path. Filled only in the browser: memory on the server is shared by all users. */
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
      // The next change retries.
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
  if (!heard) onSaveDrafts(() => [...texts.keys()].forEach((each) => save(each, background)));
  heard = true;
  const made = { text: '', stored: null, running: 0, savedAt: 0, saver: draftSaver() };
  texts.set(address, made);
  return made;
}

/** From the server's page: null if nothing is stored; `content` is null if it could not be read. */
export type FoundText = { saved_at: string; content: string | null } | null;

function read(content: string): string | null {
  try {
    const { text } = JSON.parse(content) as { text?: unknown };
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** @param address path of the draft */
export function useKeptText(address: string, found: FoundText) {
  const [begun] = useState(() => {
    const known = texts.get(address);
    if (known) return { text: known.text, at: null, failed: false };
    const text = found?.content == null ? null : read(found.content);
    return { text: text ?? '', at: text ? found!.saved_at : null, failed: found !== null && text === null };
  });
  const [restoredAt, setRestoredAt] = useState(begun.at);
  return {
    /** Initial value of the field. */
    begun: begun.text,
    restoredAt,
    failed: begun.failed,
    write: (text: string): void => {
      const now = entryOf(address);
      now.text = text;
      now.saver.later(() => save(address, api));
    },
    /**
     * The action that sent the text deleted the draft on the server. A save at the same time may have arrived later.
     */
    sent: (): void => {
      const now = entryOf(address);
      now.saver.stop();
      const isLate = now.running > 0 || Date.now() - now.savedAt < BESIDE_MS;
      Object.assign(now, { text: '', stored: isLate ? null : '' });
      setRestoredAt(null);
      if (isLate) save(address, api);
    },
    /** The action failed; another one may have deleted the draft on the server. */
    keep: (text: string): void => {
      Object.assign(entryOf(address), { text, stored: null });
      save(address, api);
    },
    /** Undoes `discard`, even after the panel was closed. */
    restore: (text: string): void => {
      Object.assign(entryOf(address), { text, stored: null });
      setRestoredAt(begun.at);
      save(address, api);
    },
    discard: (): void => {
      Object.assign(entryOf(address), { text: '', stored: null });
      setRestoredAt(null);
      save(address, api);
    },
  };
}
