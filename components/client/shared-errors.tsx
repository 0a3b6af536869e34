'use client';
/**
 * Above the fields of a form whose record another user may change meanwhile: its errors, and after a conflict, what is
 * stored now, which is loaded at once.
 */
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { shownError, type ShownError } from '../ui/error-message';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { Notice } from '../ui/notice';
import type { SharedForm } from './shared-form';
import type { StoredWords } from './stored-words';
import { useProblem } from '../ui/use-problem';

interface SharedErrorsProps<T> {
  shared: SharedForm<T>;
  error: ShownError | null;
  /** After a reload, the error no longer applies. */
  clear: () => void;
  fields: readonly FieldPlace[];
  words: StoredWords;
  /** Of another error. */
  fix?: ReactNode;
}

export function SharedErrors<T extends object>(props: SharedErrorsProps<T>) {
  const { shared, error, clear, fields, words, fix } = props;
  /** Shown with a button that repeats it. */
  const [isFailed, setIsFailed] = useState(false);
  /** Round that the conflict has started. */
  const [conflict, setConflict] = useState(0);
  function showStored() {
    clear();
    setIsFailed(false);
    setConflict(shared.round + 1);
  }
  const reload = () => shared.reload().then(showStored);
  const isOutdated = error?.isOutdated === true;
  const reloadAtOnce = useEffectEvent(reload);
  useEffect(() => {
    if (isOutdated) reloadAtOnce().catch(() => setIsFailed(true));
  }, [isOutdated]);
  return (
    <>
      <ErrorSummary
        error={isOutdated && !isFailed ? null : error}
        fields={fields}
        fix={isOutdated ? <ReloadForm run={reload} /> : fix}
      />
      {shared.round > 0 && error?.code !== 'not_found' ? (
        <ChangedByOthers
          key={shared.round}
          shared={shared}
          isConflict={shared.round === conflict}
          words={words}
        />
      ) : null}
    </>
  );
}

function ReloadForm({ run }: { run: () => Promise<void> }) {
  const [problem, setProblem] = useProblem();
  return (
    <>
      Your changes are kept.{' '}
      <Button
        weight="quiet"
        onClick={() => {
          setProblem('');
          run().catch((thrown: unknown) => setProblem(shownError(thrown).sentence));
        }}
      >
        Reload
      </Button>
      <span role="alert" className="font-semibold text-error empty:hidden">
        {problem}
      </span>
    </>
  );
}

/** Takes the focus. */
function ChangedByOthers<T extends object>({
  shared: { base, others },
  isConflict,
  words,
}: Pick<SharedErrorsProps<T>, 'shared' | 'words'> & { isConflict: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = others.flatMap((name) => words(String(name), base[name]) ?? []);
  useEffect(() => box.current?.focus(), [isConflict]);
  if (shown.length === 0 && !isConflict) return null;
  // What is not in the form was changed, or to what the user typed.
  const changes = shown.length === 0 ? '' : `${shown.join('. ')}. `;
  return (
    <div ref={box} tabIndex={-1} className="mb-6 wrap-anywhere">
      <Notice word="Changed by another user">{changes}Check your changes, then save.</Notice>
    </div>
  );
}
