'use client';
/** A confirmation that requires a reason; errors about the reason are shown below its field. */
import { useRef, useState, type ReactNode } from 'react';
import { Button } from './button';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';
import { fieldMessage } from './field-messages';
import { TextArea } from './text-field';
import { useCopy } from './use-copy';

interface ReasonDialogProps extends Omit<ConfirmDialogProps, 'onConfirm' | 'description' | 'children'> {
  /** ID of the field. */
  id: string;
  label?: string;
  maxLength: number;
  optional?: boolean;
  /** Why the action can no longer succeed, if that is known while the dialog is open. */
  outdated?: string | null;
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
  outdated = null,
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
  const [isRejected, setIsRejected] = useState(false);
  const { copy, outcome, setOutcome } = useCopy(() => {
    const field = document.getElementById(id);
    if (field instanceof HTMLTextAreaElement) field.select();
  });
  return (
    <ConfirmDialog
      {...question}
      opener={{
        ...opener,
        onOpen: () => {
          if (!isKept.current) setTyped('');
          isKept.current = false;
          setIsRejected(false);
          setOutcome('');
          opener.onOpen?.();
        },
      }}
      missing={outdated ?? missing ?? (optional || reason !== '' ? null : 'Enter a reason.')}
      onConfirm={() => onConfirm(reason)}
      explain={(error) => {
        isKept.current = error.isOutdated;
        setIsRejected(error.isOutdated);
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
      {(outdated !== null || isRejected) && reason !== '' ? (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Button weight="secondary" onClick={() => void copy(typed)}>
            Copy {label.startsWith('Reason') ? 'reason' : 'note'}
          </Button>
          <span role="status" className="text-sm text-ink-2">
            {outcome}
          </span>
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
