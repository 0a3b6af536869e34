/** What is said after something was done about reports, how it is undone, and why it was rejected. */
import type { ReviewedBefore } from '@/server/domain/reviews/contract';
import { api } from '../client/client';
import type { Format } from '../format/format';
import { isolate } from '../format/isolate';
import type { Action } from '../shell/latest-action';
import type { ShownError } from '../ui/error-message';
import { tellInboxChanged } from './inbox-queries';

export interface ReadReport {
  id: string;
  version: number;
}

/** "Basic metabolic panel for OKAFOR, Adaeze" */
export const reportOf = (title: string, patientName: string): string =>
  `${isolate(title)} for ${isolate(patientName)}`;

/** To whom a report is assigned, inside a sentence. */
export const assigneeWords = (reviewer: { id: string; name: string } | null, self: string): string =>
  reviewer === null ? 'the group' : reviewer.id === self ? 'you' : isolate(reviewer.name);

/**
 * @param sentence what was done
 * @param undone what is so again
 * @param href the list as it was, with the report open
 */
export const undoable = (
  reports: readonly ReadReport[],
  sentence: string,
  undone: string,
  href?: string,
): Action => ({
  sentence,
  undo: async () => {
    await api.reviews.undoReview.mutate({ reports: [...reports] });
    tellInboxChanged();
    return { sentence: `Undone. ${undone}.`, href };
  },
});

/** "Already signed by Dr. Example on 23-Nov-2026 at 14:05." */
export function alreadyWords({ act, by, by_name, at }: ReviewedBefore, self: string, format: Format): string {
  const who = by === self ? 'you' : by_name === null ? 'a former member' : isolate(by_name);
  const done = act === 'signed' ? 'signed' : 'marked as seen';
  return `Already ${done} by ${who} on ${format.instant(at, 'day')} at ${format.clock(at)}.`;
}

export const refusalWords = ({ sentence, reviewed }: ShownError, self: string, format: Format): string =>
  reviewed ? alreadyWords(reviewed, self, format) : sentence;
