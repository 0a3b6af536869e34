import { Icon } from './icons';

/** Below the content of a dialog: why its action is disabled or failed, or that it is running. All are announced. */
interface DialogOutcomeProps {
  problem: string;
  pending: boolean;
  missing?: string | null;
}

export function DialogOutcome({ problem, pending, missing = null }: DialogOutcomeProps) {
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
      <p role="status" className="mt-2 text-ink-2 empty:hidden">
        {pending ? 'One moment…' : missing}
      </p>
    </>
  );
}
