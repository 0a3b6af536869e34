'use client';
/** The error of an action, shown next to it until the next action. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { onToast } from './toast';

/** An error without a network no longer applies when the browser is online again. */
export function useClearedOnline(isOffline: boolean, clear: () => void): void {
  const reconnected = useEffectEvent(clear);
  useEffect(() => {
    if (!isOffline) return;
    const online = () => reconnected();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [isOffline]);
}

export function useProblem(first = ''): [problem: string, show: (problem: string) => void] {
  const [problem, setProblem] = useState({ sentence: first, isOffline: false });
  const show = useCallback((sentence: string) => setProblem({ sentence, isOffline: !navigator.onLine }), []);
  const isShown = problem.sentence !== '';
  useClearedOnline(isShown && problem.isOffline, () => show(''));
  useEffect(() => {
    if (!isShown) return;
    return onToast(({ isHint }) => {
      if (!isHint) show('');
    });
  }, [isShown, show]);
  return [problem.sentence, show];
}
