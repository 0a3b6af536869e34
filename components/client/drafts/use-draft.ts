'use client';
/**
 * Keeps what is typed into a form on the server, so that the end of a session does not lose it: while typing, when the
 * session is about to end, and until the form is sent or left. What was kept comes with the server's page, so that nothing
 * moves when it is filled in.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, background } from '../client';
import { readFields, writeFields, type Fields } from './draft-fields';
import { draftSaver } from './draft-saver';
import { areDraftsKept, hearDrafts } from './drafts-event';

interface Content<More> {
  fields: Fields;
  more: More;
}

/** As the server's page found it; `unknown`: it could not be asked for. */
export type DraftFound = { saved_at: string; content: string } | null | 'unknown';

/** What a form begins with. */
export interface Beginning<More> {
  content: Content<More> | null;
  savedAt: string | null;
  failed: boolean;
}

/** Forms that were sent, left or emptied here: what an older page of the server says of them (Back) is over. */
const over = new Set<string>();

function parse<More>(found: Exclude<DraftFound, null | 'unknown'>): Content<More> | null {
  try {
    return JSON.parse(found.content) as Content<More>;
  } catch {
    return null;
  }
}

/** @param address of the form, as the server knows it */
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
  /** Absent: the browser asks, for what is not part of the server's page. */
  beginning?: Beginning<More>;
  /** What is no named field; null when there is nothing to keep. */
  read: () => More;
  /** Of what the browser has asked for. */
  restore?: (more: More) => void;
}

export interface Draft {
  /** When what was restored had been saved. */
  restoredAt: string | null;
  /** The draft could not be asked for. */
  failed: boolean;
  form: { ref: React.RefObject<HTMLFormElement | null>; onInput: () => void };
  /** Something changed that is no named field. */
  changed: () => void;
  /** Like `changed`, for what must not be restored: saved at once. */
  saveNow: () => void;
  /** The form was sent: nothing is kept any more. */
  sent: () => void;
  /** What was restored is not wanted. The form empties itself. */
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
        // The next change tries again.
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
          // Somebody was faster than the answer: what they type now counts.
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
    const silent = hearDrafts(() => save(background));
    return () => {
      gone = true;
      window.clearTimeout(wake);
      silent();
      saver.stop();
      // Left by the person: an abandoned form must not fill the next patient's.
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
      // Before the answer: what is entered meanwhile counts again.
      state.current.touched = false;
      forget();
      form.current?.reset();
      setRestoredAt(null);
      // The pressed button goes away.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('.control')?.focus());
    },
  };
}
