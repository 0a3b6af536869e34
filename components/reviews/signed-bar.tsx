'use client';
/**
 * Says for ten seconds what was signed, with the way back by button or Ctrl+Z; otherwise which keys there are. It has its
 * place of fixed height, so that nothing moves under a finger that is on its way.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { UNDO_SECONDS } from '@/server/domain/reviews/rules';
import { api } from '../api/client';
import { KeyHelp, type PageKeys } from '../keys/key-help';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';
import { hearSigned, type Signed } from './signed-event';

interface SignedBarProps {
  /** Keys of this page, each with what it does. */
  keys: PageKeys;
  /** Where the report that was taken back is opened; without it the page reads itself again. */
  reopen?: boolean;
  /** It has no place before something was signed, and keeps it from then on. */
  appears?: boolean;
}

export function SignedBar({ keys, reopen = false, appears = false }: SignedBarProps) {
  const router = useRouter();
  const [signed, setSigned] = useState<Signed | null>(null);
  const [problem, setProblem] = useState('');
  const [hasPlace, setHasPlace] = useState(!appears);
  const running = useRef(false);

  useEffect(
    () =>
      hearSigned((one) => {
        setProblem('');
        setSigned(one);
        setHasPlace(true);
      }),
    [],
  );
  useEffect(() => {
    if (!signed) return;
    const timer = setTimeout(() => setSigned(null), UNDO_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [signed]);

  async function undo() {
    if (!signed || running.current) return;
    running.current = true;
    try {
      await api.reviews.undoReview.mutate({ reports: [...signed.reports] });
      announce('Taken back. It waits for a signature again.');
      setSigned(null);
      const [only] = signed.reports;
      if (reopen && only && signed.reports.length === 1) router.push(`/inbox/${only.id}?scope=everyone`);
      else router.refresh();
    } catch (thrown) {
      const { sentence, detail, code } = shownError(thrown);
      setProblem(code === 'invalid_state' && detail ? detail : sentence);
      setSigned(null);
    } finally {
      running.current = false;
    }
  }

  useEffect(() => {
    if (!signed) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      const at = event.target;
      if (at instanceof Element && at.closest('input, textarea')) return;
      event.preventDefault();
      void undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  if (!hasPlace && keys.length === 0) return null;
  return (
    <div className="signed-bar mb-3 flex items-center gap-3 print:hidden">
      {signed ? (
        <>
          <p className="min-w-0 wrap-anywhere font-semibold">{signed.sentence}</p>
          <Button weight="secondary" onClick={undo} aria-keyshortcuts="Control+Z">
            Undo
          </Button>
        </>
      ) : problem ? (
        <p role="alert" className="font-semibold">
          {problem}
        </p>
      ) : keys.length > 0 ? (
        <KeyHelp keys={keys} />
      ) : null}
    </div>
  );
}
