'use client';
/**
 * Keeps what is typed into a form on the server, so that the end of a session does not lose it: while typing, when the
 * session is about to end, and until the form is sent or left.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, background } from '../api/client';
import { readFields, writeFields, type Fields } from './draft-fields';
import { areDraftsKept, hearDrafts } from './drafts-event';

const WAIT_MS = 2_000;
/** Who types on and on is saved in between. */
const MOST_MS = 10_000;

interface Content<More> {
  fields: Fields;
  more: More;
}

interface DraftOptions<More> {
  /** What is no named field; null when there is nothing to keep. */
  read: () => More;
  restore: (more: More) => void;
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
  discard: () => Promise<void>;
}

/** @param address of the form, as the server knows it */
export function useDraft<More = null>(address: string, options: DraftOptions<More>): Draft {
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const state = useRef({
    timer: 0,
    since: 0,
    touched: false,
    kept: false,
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
    const wait = Math.max(0, Math.min(WAIT_MS, now.since + MOST_MS - Date.now()));
    now.timer = window.setTimeout(() => save(api), wait);
  }, [save]);

  const forget = useCallback(() => {
    const now = state.current;
    window.clearTimeout(now.timer);
    if (!now.kept) return Promise.resolve();
    now.kept = false;
    now.queue = now.queue
      .then(() => api.drafts.discardDraft.mutate({ form: address }))
      .then(
        () => undefined,
        () => undefined,
      );
    return now.queue;
  }, [address]);

  useEffect(() => {
    const now = state.current;
    let gone = false;
    const wake = window.setTimeout(() => {
      api.drafts.getDraft.query({ form: address }).then(
        ({ draft }) => {
          if (!draft || gone) return;
          now.kept = true;
          // Somebody was faster than the answer: what they type now counts.
          if (now.touched) return;
          const { fields, more } = JSON.parse(draft.content) as Content<More>;
          flushSync(() => {
            latest.current.restore(more);
            setRestoredAt(draft.saved_at);
          });
          if (form.current) writeFields(form.current, fields);
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
      if (!areDraftsKept() && !now.over) void forget();
    };
  }, [address, save, forget]);

  return {
    restoredAt,
    failed,
    form: { ref: form, onInput: changed },
    changed,
    sent: () => {
      state.current.over = true;
      void forget();
    },
    discard: async () => {
      // Before the answer: what is entered meanwhile counts again.
      state.current.touched = false;
      await forget();
      form.current?.reset();
      setRestoredAt(null);
    },
  };
}
