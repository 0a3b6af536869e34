'use client';
import { useState, type RefObject } from 'react';
import { api } from '../client/client';
import { useOnce } from '../client/use-once';
import { showToast } from '../ui/toast';
import { isOutcomeUnknown, shownError } from '../ui/error-message';
import { useProblem } from '../ui/use-problem';

/** Saves the note in `box` without a signature. */
export function useAddNote(id: string, box: RefObject<HTMLElement | null>, saved: () => void) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useProblem();
  const submission = useOnce();
  async function add() {
    const field = box.current?.querySelector('textarea');
    const note = field?.value.trim() ?? '';
    if (!field || note === '') return setProblem('Enter a note.');
    setPending(true);
    setProblem('');
    try {
      await submission.send((options) => api.reviews.commentLabResult.mutate({ id, note }, options));
      field.value = '';
      showToast({ sentence: 'Note saved. Nothing was signed.' });
      saved();
    } catch (thrown) {
      const { code, sentence } = shownError(thrown);
      setProblem(isOutcomeUnknown(code) ? sentence : `The note was not saved. ${sentence}`);
    } finally {
      setPending(false);
    }
  }
  return { add, pending, problem };
}
