/** Sentences about an action on reports, its undo, and the error of a report that is already signed. */
import type { ReviewedBefore } from '@/server/domain/reviews/contract';
import { api } from '../client/client';
import type { Format } from '../format/format';
import { isolate } from '../format/isolate';
import type { Toast } from '../ui/toast';
import type { ShownError } from '../ui/error-message';
import { notifyInboxChanged } from './inbox-queries';
import { ownChange } from './own-change';
import { announceOnOpen } from './report-focus';

export interface ReadReport {
  id: string;
  version: number;
}

/** "Basic metabolic panel for OKAFOR, Adaeze" */
export const reportOf = (title: string, patientName: string): string =>
  `${isolate(title)} for ${isolate(patientName)}`;

/** For use inside a sentence. */
export const assigneeWords = (reviewer: { id: string; name: string } | null, self: string): string =>
  reviewer === null ? 'the group' : reviewer.id === self ? 'you' : isolate(reviewer.name);

/**
 * @param sentence the action, such as "Signed Lipid panel"
 * @param undone the state after the undo, such as "Lipid panel is unsigned"
 * @param href the list with the report open
 * @param restore what the action cleared in this browser
 */
export const undoable = (
  reports: readonly ReadReport[],
  sentence: string,
  undone: string,
  href?: string,
  restore?: () => void,
): Toast => ({
  sentence,
  undo: async () => {
    await ownChange(() => api.reviews.undoReview.mutate({ reports: [...reports] }));
    restore?.();
    notifyInboxChanged();
    const sentence = `Undone. ${undone}.`;
    // Elsewhere in the portal the page stays.
    if (!href || !window.location.pathname.startsWith('/inbox')) return { sentence };
    announceOnOpen(sentence, /res_\w+/.exec(href)?.[0]);
    return { sentence, href, isAnnounced: true };
  },
});

/** "Already signed by Dr. Example on 23-Nov-2026 at 14:05." */
export function alreadyWords({ act, by, by_name, at }: ReviewedBefore, self: string, format: Format): string {
  const who = by === self ? 'you' : by_name === null ? 'a former member' : isolate(by_name);
  const done = act === 'signed' ? 'signed' : 'marked as seen';
  return `Already ${done} by ${who} on ${format.instant(at, 'day')} at ${format.clock(at)}.`;
}

export const errorWords = ({ sentence, reviewed }: ShownError, self: string, format: Format): string =>
  reviewed ? alreadyWords(reviewed, self, format) : sentence;
