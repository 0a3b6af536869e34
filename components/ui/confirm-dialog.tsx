'use client';
/**
 * A button that asks for confirmation. The focus starts on the way out, so that a second key press confirms nothing.
 * An error is shown in the dialog, which stays open for another attempt.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonWeight } from './button';
import { Dialog } from './dialog';
import { DialogOutcome } from './dialog-outcome';
import { shownError, type ShownError } from './error-message';
import { useFocusAfterAction } from './focus-after-action';
import { useProblem } from './use-problem';

export interface ConfirmDialogProps {
  /** The button that opens the dialog. */
  opener: {
    label: string;
    weight: ButtonWeight;
    id?: string;
    name?: string;
    disabled?: boolean;
    onOpen?: () => void;
  };
  title: string;
  /** The consequences, and whether they can be undone; read out when it opens unless `description` is given. */
  children: ReactNode;
  /** Read out when it opens, if a list or a field follows. */
  description?: ReactNode;
  confirm: string;
  /** It deletes or revokes something. */
  isDestructive?: boolean;
  /** The way out; another word only where "Cancel" would be read as the action itself. */
  keep?: string;
  /** Contains a list of several facts per row. */
  wide?: boolean;
  /** What the user still has to do in the dialog: "Enter a name." */
  missing?: string | null;
  onConfirm: () => Promise<unknown>;
  /** Called after the dialog has closed, because announcements are not heard before. */
  done: () => void;
  /** Text for an error, where the general one is too vague. */
  explain?: (error: ShownError) => string;
}

export function ConfirmDialog({
  opener,
  title,
  children,
  description,
  confirm,
  isDestructive = false,
  keep = 'Cancel',
  wide = false,
  missing = null,
  onConfirm,
  done,
  explain,
}: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useProblem();
  /** The action can no longer succeed: only this button is left. */
  const [onlyWay, setOnlyWay] = useState<'Reload' | 'Show' | null>(null);
  const confirmButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (onlyWay) confirmButton.current?.focus();
  }, [onlyWay]);
  const router = useRouter();
  /** Another user changed the record: the page is outdated. */
  const stale = useRef(false);
  const openerButton = useRef<HTMLButtonElement>(null);
  const keepFocus = useFocusAfterAction(openerButton);
  // State lags behind a fast second press; the ref does not.
  const running = useRef(false);

  async function answer(event: FormEvent) {
    event.preventDefault();
    if (running.current) return;
    if (onlyWay) return close();
    if (missing !== null) return;
    running.current = true;
    setPending(true);
    setProblem('');
    try {
      await onConfirm();
      // Behind an open dialog nothing takes the focus.
      flushSync(() => setOpen(false));
      keepFocus();
      done();
    } catch (thrown) {
      const error = shownError(thrown);
      setProblem(explain?.(error) ?? error.sentence);
      setOnlyWay(error.reviewed ? 'Show' : error.isOutdated ? 'Reload' : null);
      stale.current ||= ['invalid_state', 'version_mismatch', 'not_found'].includes(error.code);
      // Phones can close a dialog in ways that a page cannot prevent.
      setOpen(true);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  function close() {
    setOpen(false);
    if (!stale.current) return;
    keepFocus();
    router.refresh();
    stale.current = false;
  }

  function ask() {
    setProblem('');
    setOnlyWay(null);
    opener.onOpen?.();
    setOpen(true);
  }

  return (
    <>
      <Button
        ref={openerButton}
        id={opener.id}
        weight={opener.weight}
        disabled={opener.disabled}
        onClick={ask}
        aria-label={opener.name}
      >
        {opener.label}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        stay={pending}
        wide={wide}
        title={title}
        description={description}
        onSubmit={answer}
        actions={
          <>
            {/* Not `disabled` while pending: that would remove the focus. */}
            <Button
              ref={confirmButton}
              type="submit"
              weight={isDestructive && !onlyWay ? 'destructive' : 'primary'}
              disabled={missing !== null && !onlyWay}
              aria-disabled={pending || undefined}
            >
              {onlyWay ?? confirm}
            </Button>
            {onlyWay ? null : (
              <Button
                weight="secondary"
                data-first-focus
                aria-disabled={pending || undefined}
                onClick={() => (running.current ? undefined : close())}
              >
                {keep}
              </Button>
            )}
          </>
        }
      >
        {/* It describes an unsigned report. */}
        {onlyWay === 'Show' ? null : children}
        <DialogOutcome problem={problem} pending={pending} missing={onlyWay ? null : missing} />
      </Dialog>
    </>
  );
}
