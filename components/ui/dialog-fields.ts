'use client';
/** Errors of fields in a `ConfirmDialog`: shown at the fields, and the first one takes the focus. */
import { useEffect, useState } from 'react';
import type { ShownError } from './error-message';
import { fieldMessage } from './field-messages';
import { placeOf, type FieldPlace } from './error-summary';

export function useDialogFields(fields: readonly FieldPlace[]) {
  const [error, setError] = useState<ShownError | null>(null);
  const placeIn = (shown: ShownError) =>
    shown.fields.map(({ pointer }) => placeOf(fields, pointer)).find((place) => place !== undefined);
  const id = error ? placeIn(error)?.[1] : undefined;
  useEffect(() => {
    if (id) document.getElementById(id)?.focus();
  }, [error, id]);
  return {
    at: (pointer: string) => fieldMessage(error, pointer, fields.find(([start]) => start === pointer)?.[2]),
    /** When the dialog opens. */
    clear: () => setError(null),
    /** @returns the text below the fields: none if the error is at one of them */
    explain: (shown: ShownError, text = shown.sentence): string => {
      setError(shown);
      return placeIn(shown) ? '' : text;
    },
  };
}
