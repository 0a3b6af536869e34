'use client';
/**
 * A text that belongs to one record instead of a page: it survives its panel, a newer version of the record and the
 * end of the session. The state in this browser overrides that of the server's page, which may be older (Back).
 */
import { useState } from 'react';
import { api, background, leaving } from '../client';
import { CLOSING, onSaveDrafts } from './drafts-event';
import { draftSaver, type DraftSaver } from './draft-saver';

/** Longer than any request. */
const BESIDE_MS = 30_000;

interface Kept {
  text: string;
  /** What the text was written for, if it must not be used for anything else. */
  purpose: string | undefined;
  /** The content on the server; null if unknown. */
  stored: string | null;
  running: number;
  /** When the last request succeeded. */
  savedAt: number;
  saver: DraftSaver;
}

/** By draft path. Filled only in the browser: memory on the server is shared by all users. */
const texts = new Map<string, Kept>();

function save(address: string, by: typeof api, send = texts.get(address)!.saver.send): void {
  const now = texts.get(address)!;
  now.saver.stop();
  const { text, purpose } = now;
  if (text === now.stored) return;
  now.stored = text;
  now.running += 1;
  void send(() =>
    text === ''
      ? by.drafts.discardDraft.mutate({ form: address })
      : by.drafts.saveDraft.mutate({ form: address, content: JSON.stringify({ text, purpose }) }),
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

/** Not after earlier requests, which the browser may cancel. */
const atOnce: DraftSaver['send'] = async (request) => void (await request());

let heard = false;

function listen(): void {
  if (heard) return;
  heard = true;
  onSaveDrafts(() => [...texts.keys()].forEach((each) => save(each, background)));
  for (const event of CLOSING)
    window.addEventListener(event, () => [...texts.keys()].forEach((each) => save(each, leaving, atOnce)));
}

function entryOf(address: string): Kept {
  const known = texts.get(address);
  if (known) return known;
  listen();
  const made = {
    text: '',
    purpose: undefined,
    stored: null,
    running: 0,
    savedAt: 0,
    saver: draftSaver(),
  };
  texts.set(address, made);
  return made;
}

/** From the server's page: null if nothing is stored; `content` is null if it could not be read. */
export type FoundText = { saved_at: string; content: string | null } | null;

type Read = Pick<Kept, 'text' | 'purpose'>;

function read(content: string): Read | null {
  try {
    const { text, purpose } = JSON.parse(content) as { text?: unknown; purpose?: unknown };
    return typeof text === 'string'
      ? { text, purpose: typeof purpose === 'string' ? purpose : undefined }
      : null;
  } catch {
    return null;
  }
}

/**
 * @param address path of the draft
 * @param purpose with one, a text that was written for another purpose, or for none, is not filled in
 */
export function useKeptText(address: string, found: FoundText, purpose?: string) {
  const [begun] = useState(() => {
    const known: Read | null = texts.get(address) ?? (found?.content == null ? null : read(found.content));
    const isOther = purpose !== undefined && known !== null && known.purpose !== purpose;
    return {
      text: isOther ? '' : (known?.text ?? ''),
      other: isOther ? known.text : '',
      at: texts.has(address) || isOther || !known?.text ? null : (found?.saved_at ?? null),
      failed: found !== null && known === null,
    };
  });
  const [restoredAt, setRestoredAt] = useState(begun.at);
  const [other, setOther] = useState(begun.other);
  return {
    /** Initial value of the field. */
    begun: begun.text,
    /** A text that was written for another purpose. */
    other,
    restoredAt,
    failed: begun.failed,
    write: (text: string): void => {
      const now = entryOf(address);
      Object.assign(now, { text, purpose });
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
      setOther('');
      if (isLate) save(address, api);
    },
    /** The action failed; another one may have deleted the draft on the server. */
    keep: (text: string): void => {
      Object.assign(entryOf(address), { text, purpose, stored: null });
      save(address, api);
    },
    /** Takes `other` over as the text. */
    takeOver: (): void => {
      Object.assign(entryOf(address), { text: other, purpose, stored: null });
      setOther('');
      save(address, api);
    },
    /** Undoes `discard`, even after the panel was closed. */
    restore: (text: string): void => {
      Object.assign(entryOf(address), { text, purpose, stored: null });
      setRestoredAt(begun.at);
      save(address, api);
    },
    discard: (): void => {
      Object.assign(entryOf(address), { text: '', stored: null });
      setRestoredAt(null);
      setOther('');
      save(address, api);
    },
  };
}
