'use client';
/** A confirmation for which the name of the object is typed, so that it never happens by accident. */
import { useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';
import { TextField } from './text-field';

interface NameDialogProps extends Omit<ConfirmDialogProps, 'missing' | 'description'> {
  /** ID of the field. */
  id: string;
  name: string;
}

export function NameDialog({ id, name, opener, children, ...question }: NameDialogProps) {
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      {...question}
      opener={{ ...opener, onOpen: () => setTyped('') }}
      missing={
        // The label says what to do.
        typed.trim() === name ? null : typed.trim() === '' ? '' : 'The typed name is different.'
      }
    >
      {children}
      <TextField
        id={id}
        label={`Type ${name} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
