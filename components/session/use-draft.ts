'use client';
/**
 * Keeps what is typed into a form on the server, so that the end of a session does not lose it: while typing, when the
 * session is about to end, and until the form is sent or left. What was kept comes with the server's page, so that nothing
 * moves when it is filled in.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, background } from '../api/client';
import { readFields, writeFields, type Fields } from './draft-fields';
import { LONGEST_MS, PAUSE_MS } from './draft-times';
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
  const state = useRef({
    timer: 0,
    since: 0,
    touched: isRestored,
    kept: isRestored,
    over: false,
    queue: Promise.resolve(),
  });

  const save = useCallback(
    (by: typeof api) => {
      const now = state.current;
      window.clearTimeout(now.timer);
      now.since = 0;
      if (!now.touched || now.over) return;
      const content: Content<More> = {
        fields: form.current ? readFields(form.current) : {},
        more: latest.current.read(),
      };
      now.kept = true;
      // One after the other: an older text must not arrive last.
      now.queue = now.queue
        .then(() => by.drafts.saveDraft.mutate({ form: address, content: JSON.stringify(content) }))
        .then(
          () => undefined,
          // The form itself is untouched by it; the next change tries again.
          () => undefined,
        );
    },
    [address],
  );

  const changed = useCallback(() => {
    const now = state.current;
    if (now.over) return;
    now.touched = true;
    now.since ||= Date.now();
    window.clearTimeout(now.timer);
    const wait = Math.max(0, Math.min(PAUSE_MS, now.since + LONGEST_MS - Date.now()));
    now.timer = window.setTimeout(() => save(api), wait);
  }, [save]);

  const forget = useCallback(() => {
    const now = state.current;
    window.clearTimeout(now.timer);
    over.add(address);
    if (!now.kept) return;
    now.kept = false;
    now.queue = now.queue
      .then(() => api.drafts.discardDraft.mutate({ form: address }))
      .then(
        () => undefined,
        () => undefined,
      );
  }, [address]);

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
      window.clearTimeout(now.timer);
      // Left by the person: an abandoned form must not fill the next patient's.
      if (!areDraftsKept() && !now.over) forget();
    };
  }, [address, save, forget]);

  return {
    restoredAt,
    failed,
    form: { ref: form, onInput: changed },
    changed,
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
