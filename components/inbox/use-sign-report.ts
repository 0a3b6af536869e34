'use client';
/** Submitting a signature, and opening the next report afterwards. */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { api } from '../client/client';
import type { useKeptText } from '../client/drafts/kept-text';
import { defineFields } from '../client/form-fields';
import { tellChanges } from '../client/changes';
import { useSubmit } from '../client/use-submit';
import { showToast, spokenToast, type Toast } from '../ui/toast';
import { isOutcomeUnknown, shownError, type ShownError } from '../ui/error-message';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { notifyInboxChanged } from './inbox-queries';
import { ownChange } from './own-change';
import { announceOnOpen } from './report-focus';
import { undoable } from './review-action';

const GUARD_MS = 500;

/**
 * False for half a second after another report has opened, so that a second press never signs a report that no one has
 * read.
 */
export function useIsArmed(): boolean {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}

const note = { pointer: '/note', rows: 1, maxLength: NOTE_LENGTH };
export const signFields = {
  critical: defineFields({
    note: { ...note, label: 'Action taken (who was notified, and when)', required: true },
  }),
  other: defineFields({
    note: { ...note, label: 'Note (visible to colleagues and connected systems)', optional: true },
  }),
};

interface Signing {
  review: Pick<ReviewState, 'id' | 'version' | 'only_seen'>;
  /** Report and patient, for the announcement. */
  named: string;
  kept: ReturnType<typeof useKeptText>;
  here: string | undefined;
  openNext: (toast: Toast, stays?: boolean) => void;
  /** The message when another tab or user was first. */
  already: (error: ShownError, hasNote: boolean) => Toast;
}

export function useSignReport({ review, named, kept, here, openNext, already }: Signing) {
  const { id, version, only_seen: onlySeen } = review;
  /** One key per submission until its outcome is known: a retry gets the first response. */
  const key = useRef<string | null>(null);
  const sentNote = useRef<string | null>(null);
  return useSubmit(
    async (data) => {
      const { note } = signFields.other.read(data);
      sentNote.current = note;
      key.current ??= crypto.randomUUID();
      const input = { id, version, idempotency_key: key.current, ...(note === null ? {} : { note }) };
      try {
        const call = onlySeen ? api.reviews.markLabResultSeen : api.reviews.signLabResult;
        await ownChange(() => call.mutate(input));
        key.current = null;
        return null;
      } catch (thrown) {
        const error = shownError(thrown);
        if (!isOutcomeUnknown(error.code)) key.current = null;
        if (!error.reviewed) throw thrown;
        if (note !== null) kept.keep(note);
        return error;
      }
    },
    (first) => {
      // The page then shows that sign-off, and this note to be saved without a signature.
      if (first) return openNext(already(first, sentNote.current !== null), true);
      kept.sent();
      tellChanges({ read: { id, version } });
      const note = sentNote.current;
      openNext(
        undoable(
          [{ id, version }],
          `${onlySeen ? 'Marked as seen' : 'Signed'} ${named}`,
          `${named} is ${onlySeen ? 'not marked as seen' : 'unsigned'}`,
          here,
          () => note !== null && kept.keep(note),
        ),
      );
    },
  );
}

/**
 * After an action: shows it, and opens the next report.
 * @param next without it the page stays and is read again
 * @param here URL of the inbox with the current report open
 */
export function useOpenNext(next: string | undefined, here: string | undefined) {
  const router = useRouter();
  return (toast: Toast, stays = false, to = next): void => {
    notifyInboxChanged();
    // The report stays open even if it has left the list.
    const target = stays ? (here && isElsewhere(here) ? here : undefined) : to;
    showToast(toast, target === undefined);
    if (target === undefined) return router.refresh();
    announceOnOpen(spokenToast(toast));
    // A navigation to the same page would not read the layout again, which shows the count of critical reports.
    if (isElsewhere(target)) router.replace(target);
    else router.refresh();
  };
}

const isElsewhere = (href: string): boolean =>
  new URL(href, window.location.href).pathname !== window.location.pathname;
