'use client';
/**
 * Saves the input of a form on the server, so that it survives the end of the session: while typing, before the
 * session ends, when the page is closed, and until the form is submitted. Leaving the form discards the draft, except
 * with `keep`. A saved draft is part of the server's page, so that nothing moves when it is filled in.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { showToast } from '../../ui/toast';
import { api, background, leaving } from '../client';
import { readFields, writeFields, type Fields } from './draft-fields';
import { draftSaver } from './draft-saver';
import { areDraftsKept, CLOSING, onSaveDrafts } from './drafts-event';
import { onSavedInOtherTab, tellOtherTabs } from './other-tabs';
import { leftInTab, newestDraft, noneInTab, savedInTab, type DraftFound } from './tab-drafts';

export interface Content<More> {
  fields: Fields;
  more: More;
}

export type { DraftFound };

/** Initial content of a form. */
export interface Beginning<More> {
  content: Content<More> | null;
  savedAt: string | null;
  failed: boolean;
}

function parse<More>(found: Exclude<DraftFound, null | 'unknown'>): Content<More> | null {
  try {
    return JSON.parse(found.content) as Content<More>;
  } catch {
    return null;
  }
}

/** @param address path of the draft */
export function useBeginning<More = null>(address: string, page: DraftFound): Beginning<More> {
  const [beginning] = useState(() => {
    const found = newestDraft(address, page);
    const empty = { content: null, savedAt: null, failed: found === 'unknown' };
    if (found === null || found === 'unknown') return empty;
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
  /** Restores these parts after the browser loaded the draft, or its discarding is undone. */
  restore: (more: More) => void;
  /**
   * The draft remains when the form is left, unless it is empty. Only for forms whose address names the patient: the
   * draft must not fill the form of the next one.
   */
  keep?: { isEmpty: (content: Content<More>) => boolean };
}

export interface Draft {
  /** When the restored draft was saved. */
  restoredAt: string | null;
  /** The draft could not be loaded. */
  failed: boolean;
  /** Another tab has replaced the draft of this one. */
  isReplaced: boolean;
  form: { ref: React.RefObject<HTMLFormElement | null>; onInput: () => void };
  /** Reports a change outside the named fields. */
  changed: () => void;
  /** Like `changed`, but saves at once, for input that must not be restored. */
  saveNow: () => void;
  /** Reports a submit: the draft is no longer needed. */
  sent: () => void;
  /** Discards the restored draft, with Undo. The form resets itself. */
  discard: () => void;
  /** Whether the server has all input. */
  isSaved: () => boolean;
  /** Reports that nothing is left to save. */
  clear: () => void;
  /** Reports that the user canceled a form with `keep`. Returns how to keep its draft after all; null if it was empty. */
  cancel: () => (() => Promise<void>) | null;
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
  const [isReplaced, setIsReplaced] = useState(false);
  const state = useRef({
    mounted: false,
    touched: isRestored,
    kept: isRestored,
    over: false,
    changes: 0,
    /** The changes that the server has. */
    savedChanges: 0,
    savedAt: beginning?.savedAt ?? null,
  });
  const [saver] = useState(draftSaver);

  const content = useCallback(
    (): Content<More> => ({
      fields: form.current ? readFields(form.current) : {},
      more: latest.current.read(),
    }),
    [],
  );

  const save = useCallback(
    (by: typeof api, send = saver.send) => {
      const now = state.current;
      saver.stop();
      if (!now.touched || now.over) return;
      const input = { form: address, content: JSON.stringify(content()) };
      const { changes } = now;
      now.kept = true;
      send(async () => {
        const { saved_at } = await by.drafts.saveDraft.mutate(input);
        Object.assign(now, { savedChanges: changes, savedAt: saved_at });
        savedInTab(address, input.content, saved_at);
        tellOtherTabs(address);
      })
        // The next change retries.
        .catch(() => {});
    },
    [address, saver, content],
  );

  const changed = useCallback(() => {
    const now = state.current;
    if (now.over) return;
    now.touched = true;
    now.changes += 1;
    saver.later(() => save(api));
  }, [saver, save]);

  const forget = useCallback(() => {
    const now = state.current;
    saver.stop();
    noneInTab(address);
    if (!now.kept) return;
    now.kept = false;
    saver.send(() => api.drafts.discardDraft.mutate({ form: address })).catch(() => {});
  }, [address, saver]);

  useEffect(() => {
    const now = state.current;
    let gone = false;
    now.mounted = true;
    const given = latest.current.beginning;
    if (given?.content && form.current && writeFields(form.current, given.content.fields, true)) changed();
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
            latest.current.restore(content.more);
            setRestoredAt(draft.saved_at);
          });
          if (form.current) writeFields(form.current, content.fields);
          now.touched = true;
        },
        () => setFailed(!gone),
      );
    }, 0);
    const silent = onSaveDrafts(() => save(background));
    const alone = onSavedInOtherTab(address, () => setIsReplaced(now.touched && !now.over));
    let sentChanges = 0;
    const close = () => {
      if (now.changes === Math.max(now.savedChanges, sentChanges)) return;
      sentChanges = now.changes;
      // Not after earlier requests, which the browser may cancel.
      save(leaving, async (request) => void (await request()));
    };
    const online = () => now.changes !== now.savedChanges && save(api);
    window.addEventListener('online', online);
    for (const event of CLOSING) window.addEventListener(event, close);
    return () => {
      gone = true;
      now.mounted = false;
      window.clearTimeout(wake);
      silent();
      alone();
      window.removeEventListener('online', online);
      for (const event of CLOSING) window.removeEventListener(event, close);
      saver.stop();
    };
  }, [address, save, saver, changed]);

  // The user left the form. A layout effect, because its fields are read.
  useLayoutEffect(() => {
    const now = state.current;
    return () => {
      if (areDraftsKept() || now.over) return;
      const { keep } = latest.current;
      if (keep && !now.touched) return;
      const left = content();
      if (!keep || keep.isEmpty(left)) return forget();
      const isSaved = now.changes === now.savedChanges;
      leftInTab(address, JSON.stringify(left), isSaved ? now.savedAt : null);
      if (!isSaved) save(api);
    };
  }, [address, content, save, forget]);

  /** For the next visit of the form. */
  const keepForLater = async (left: Content<More>) => {
    const input = { form: address, content: JSON.stringify(left) };
    leftInTab(address, input.content, null);
    await saver.send(async () => {
      savedInTab(address, input.content, (await api.drafts.saveDraft.mutate(input)).saved_at);
    });
  };

  const clear = () => {
    // Before the response, so that input made meanwhile counts.
    state.current.touched = false;
    forget();
    form.current?.reset();
    setRestoredAt(null);
    // The focused button is removed.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('.control')?.focus());
  };

  const saveNow = () => {
    state.current.touched = true;
    state.current.changes += 1;
    save(api);
  };

  return {
    restoredAt,
    failed,
    isReplaced,
    form: { ref: form, onInput: changed },
    changed,
    saveNow,
    sent: () => {
      state.current.over = true;
      forget();
    },
    cancel: () => {
      const left = content();
      state.current.over = true;
      forget();
      if (latest.current.keep?.isEmpty(left)) return null;
      return () => keepForLater(left);
    },
    discard: () => {
      const left = content();
      const place = location.pathname + location.search;
      clear();
      showToast({
        sentence: 'Draft discarded.',
        undo: async () => {
          const restored = { sentence: 'Draft restored.' };
          if (!state.current.mounted) {
            await keepForLater(left);
            return { ...restored, href: place };
          }
          flushSync(() => {
            latest.current.restore(left.more);
            setRestoredAt(restoredAt);
          });
          if (form.current) writeFields(form.current, left.fields);
          saveNow();
          return restored;
        },
      });
    },
    clear,
    isSaved: () => state.current.kept && state.current.changes === state.current.savedChanges,
  };
}
