/** The row at the end of a form: submit, cancel, and the shortcut that submits (see `useSubmit`). */
import { Button } from './button';
import { LinkButton } from './link-button';

interface FormActionsProps {
  label: string;
  /** Instead of the label while the form is being sent. */
  pendingLabel: string;
  pending: boolean;
  busy: boolean;
  cancelHref: string;
  /** When the form is left by Cancel, but not when the link opens in another tab or the browser is offline. */
  onCancel?: () => void;
  /** `create`: "Ctrl+Enter to create". */
  does: string;
  weight?: 'primary' | 'secondary';
  className?: string;
}

export const FormActions = (props: FormActionsProps) => {
  const { label, pendingLabel, pending, busy, cancelHref, onCancel } = props;
  const { does, weight = 'primary', className = '' } = props;
  return (
    <div className={`flex flex-wrap items-center gap-2 ${className}`}>
      <Button type="submit" disabled={busy} weight={weight}>
        {pending ? pendingLabel : label}
      </Button>
      <LinkButton
        href={cancelHref}
        weight="secondary"
        onClick={({ ctrlKey, metaKey, shiftKey, altKey }) => {
          if (ctrlKey || metaKey || shiftKey || altKey || !navigator.onLine) return;
          onCancel?.();
        }}
      >
        Cancel
      </LinkButton>
      <span className="hidden text-sm text-ink-2 md:keys:inline">Ctrl+Enter to {does}</span>
    </div>
  );
};
