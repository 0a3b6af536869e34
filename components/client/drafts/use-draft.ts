'use client';
/**
 * Saves the input of a form on the server, so that it survives the end of the session: while typing, before the
 * session ends, and until the form is submitted or left. A saved draft is part of the server's page, so that nothing
 * moves when it is filled in.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, background } from '../client';
import { readFields, writeFields, type Fields } from './draft-fields';
import { draftSaver } from './draft-saver';
import { areDraftsKept, onSaveDrafts } from './drafts-event';

interface Content<More> {
  fields: Fields;
  more: More;
}

/** From the server's page; `unknown` if it could not be read. */
export type DraftFound = { saved_at: string; content: string } | null | 'unknown';

/** Initial content of a form. */
export interface Beginning<More> {
  content: Content<More> | null;
  savedAt: string | null;
  failed: boolean;
}

/**
 * Forms submitted, left or discarded in this tab: an older page of the server (Back) may still contain their drafts.
 */
const over = new Set<string>();

function parse<More>(found: Exclude<DraftFound, null | 'unknown'>): Content<More> | null {
  try {
    return JSON.parse(found.content) as Content<More>;
  } catch {
    return null;
  }
}

/** @param address path of the draft */
export function useBeginning<More = null>(address: string, found: DraftFound): Beginning<More> {
  const [beginning] = useState(() => {
    const empty = { content: null, savedAt: null, failed: found === 'unknown' };
    if (found === null || found === 'unknown' || over.has(address)) return empty;
    const content = parse<More>(found);
    return content ? { content, savedAt: found.saved_at, failed: false } : { ...empty, failed: true };
  });
  return beginning;
}

interface DraftOptions<More> {
  /** Absent if the server's page does not contain the draft: the browser loads it. */
  beginning?: Beginning<More>;
  /** The parts that are not named fields; null if there is nothing to save. */
  read: () => More;
  /** Restores these parts after the browser loaded the draft. */
  restore?: (more: More) => void;
}

export interface Draft {
  /** When the restored draft was saved. */
  restoredAt: string | null;
  /** The draft could not be loaded. */
  failed: boolean;
  form: { ref: React.RefObject<HTMLFormElement | null>; onInput: () => void };
  /** Reports a change outside the named fields. */
  changed: () => void;
  /** Like `changed`, but saves at once, for input that must not be restored. */
  saveNow: () => void;
  /** Reports a submit: the draft is no longer needed. */
  sent: () => void;
  /** Discards the restored draft. The form resets itself. */
  discard: () => void;
}

export function useDraft<More = null>(address: string, options: DraftOptions<More>): Draft {
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { beginning } = options;
  const isRestored = beginning?.content != null;
  const [restoredAt, setRestoredAt] = useState(beginning?.savedAt ?? null);
  const [failed, setFailed] = useState(beginning?.failed ?? false);
  const state = useRef({ touched: isRestored, kept: isRestored, over: false });
  const [saver] = useState(draftSaver);

  const save = useCallback(
    (by: typeof api) => {
      const now = state.current;
      saver.stop();
      if (!now.touched || now.over) return;
      const content: Content<More> = {
        fields: form.current ? readFields(form.current) : {},
        more: latest.current.read(),
      };
      now.kept = true;
      saver
        .send(() => by.drafts.saveDraft.mutate({ form: address, content: JSON.stringify(content) }))
        // The next change retries.
        .catch(() => {});
    },
    [address, saver],
  );

  const changed = useCallback(() => {
    const now = state.current;
    if (now.over) return;
    now.touched = true;
    saver.later(() => save(api));
  }, [saver, save]);

  const forget = useCallback(() => {
    const now = state.current;
    saver.stop();
    over.add(address);
    if (!now.kept) return;
    now.kept = false;
    saver.send(() => api.drafts.discardDraft.mutate({ form: address })).catch(() => {});
  }, [address, saver]);

  useEffect(() => {
    const now = state.current;
    let gone = false;
    const given = latest.current.beginning;
    if (given?.content && form.current) writeFields(form.current, given.content.fields);
    const wake = window.setTimeout(() => {
      if (given) return;
      api.drafts.getDraft.query({ form: address }).then(
        ({ draft }) => {
          if (!draft || gone) return;
          now.kept = true;
          // The user typed before the response arrived: their input takes precedence.
          if (now.touched) return;
          const content = parse<More>(draft);
          if (!content) return setFailed(true);
          flushSync(() => {
            latest.current.restore?.(content.more);
            setRestoredAt(draft.saved_at);
          });
          if (form.current) writeFields(form.current, content.fields);
          now.touched = true;
        },
        () => setFailed(!gone),
      );
    }, 0);
    const silent = onSaveDrafts(() => save(background));
    return () => {
      gone = true;
      window.clearTimeout(wake);
      silent();
      saver.stop();
      // The user left the form: its draft must not fill the form of the next patient.
      if (!areDraftsKept() && !now.over) forget();
    };
  }, [address, save, forget, saver]);

  return {
    restoredAt,
    failed,
    form: { ref: form, onInput: changed },
    changed,
    saveNow: () => {
      state.current.touched = true;
      save(api);
    },
    sent: () => {
      state.current.over = true;
      forget();
    },
    discard: () => {
      // Before the response, so that input made meanwhile counts.
      state.current.touched = false;
      forget();
      form.current?.reset();
      setRestoredAt(null);
      // The focused button is removed.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('.control')?.focus());
    },
  };
}
