'use client';
import { useState, type RefObject } from 'react';
import { api } from '../client/client';
import { showToast } from '../ui/toast';
import { shownError } from '../ui/error-message';

/** Saves the note in `box` without a signature. */
export function useAddNote(id: string, box: RefObject<HTMLElement | null>, saved: () => void) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  async function add() {
    const field = box.current?.querySelector('textarea');
    const note = field?.value.trim() ?? '';
    if (!field || note === '') return setProblem('Enter a note.');
    setPending(true);
    setProblem('');
    try {
      await api.reviews.commentLabResult.mutate({ id, note });
      field.value = '';
      showToast({ sentence: 'Note saved. Nothing was signed.' });
      saved();
    } catch (thrown) {
      setProblem(`The note was not saved. ${shownError(thrown).sentence}`);
    } finally {
      setPending(false);
    }
  }
  return { add, pending, problem };
}
