import { Button } from './button';
import { Icon } from './icons';

interface DialogOutcomeProps {
  problem: string;
  pending: boolean;
  /** Closes the dialog and reads the page again, which an error may ask for. */
  onReload?: () => void;
}

/** Below the content of a dialog: why its action failed, or that it is running. Both are announced. */
export function DialogOutcome({ problem, pending, onReload }: DialogOutcomeProps) {
  return (
    <>
      <p role="alert" className="mt-2 flex items-start gap-2 font-semibold text-error empty:hidden">
        {problem ? (
          <>
            <Icon name="problem" className="mt-1 size-4 shrink-0" />
            <span>{problem}</span>
          </>
        ) : null}
      </p>
      {onReload && /\bReload\b/.test(problem) ? (
        <Button weight="secondary" className="mt-2" onClick={onReload}>
          Reload
        </Button>
      ) : null}
      <p role="status" className="mt-2 text-ink-2 empty:hidden">
        {pending ? 'One moment…' : ''}
      </p>
    </>
  );
}
