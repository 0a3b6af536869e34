'use client';
/** A confirmation that requires a reason; errors about the reason are shown below its field. */
import { useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';
import { fieldMessage } from './field-messages';
import { TextArea } from './text-field';

interface ReasonDialogProps extends Omit<ConfirmDialogProps, 'onConfirm' | 'description' | 'children'> {
  /** ID of the field. */
  id: string;
  label?: string;
  maxLength: number;
  optional?: boolean;
  /** @param reason trimmed; empty only if optional */
  onConfirm: (reason: string) => Promise<unknown>;
  /** Shown above the field. */
  children: ReactNode;
}

export function ReasonDialog({
  id,
  label = 'Reason',
  maxLength,
  optional = false,
  opener,
  missing = null,
  onConfirm,
  explain,
  children,
  ...question
}: ReasonDialogProps) {
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  /** The user had to reload the page first: the reason is kept for the next attempt. */
  const isKept = useRef(false);
  return (
    <ConfirmDialog
      {...question}
      opener={{
        ...opener,
        onOpen: () => {
          if (!isKept.current) setTyped('');
          isKept.current = false;
          opener.onOpen?.();
        },
      }}
      missing={missing ?? (optional || reason !== '' ? null : 'Enter a reason.')}
      onConfirm={() => onConfirm(reason)}
      explain={(error) => {
        isKept.current = error.isOutdated;
        return fieldMessage(error, '/reason', label) ?? explain?.(error) ?? error.sentence;
      }}
    >
      {children}
      <TextArea
        id={id}
        label={label}
        optional={optional}
        maxLength={maxLength}
        rows={2}
        // A reason that is required is typed at once; the way out has the focus otherwise.
        data-first-focus={optional ? undefined : ''}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
