'use client';
/**
 * Above the fields of a form whose record another user may change meanwhile: its errors, and after a conflict what is
 * stored now.
 */
import { useEffect, useRef, type ReactNode } from 'react';
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
  async function reload() {
    await shared.reload();
    clear();
  }
  return (
    <>
      <ErrorSummary
        error={error}
        fields={fields}
        fix={error?.isOutdated ? <ReloadForm run={reload} /> : fix}
      />
      {shared.round > 0 ? <ChangedByOthers key={shared.round} shared={shared} words={words} /> : null}
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
  words,
}: Pick<SharedErrorsProps<T>, 'shared' | 'words'>) {
  const box = useRef<HTMLDivElement>(null);
  const shown = others.flatMap((name) => words(String(name), base[name]) ?? []);
  useEffect(() => box.current?.focus(), []);
  if (shown.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className="mb-6 wrap-anywhere">
      <Notice word="Changed by another user">{shown.join('. ')}. Check your changes, then save.</Notice>
    </div>
  );
}
