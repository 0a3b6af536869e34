'use client';
/** That a page is outdated. It is shown after a click, because rows that move under the pointer would be others. */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { Button } from '../ui/button';
import { announce } from '../ui/live-region';
import { Notice } from '../ui/notice';

export function News({ words }: { words: string }) {
  const show = useShow();
  return (
    <div className="new-in-chart print:hidden">
      <Notice word="" isLine>
        <span className="flex items-center gap-2">
          <strong>{words}</strong>
          <Button weight="quiet" onClick={show}>
            Show
          </Button>
        </span>
      </Notice>
    </div>
  );
}

export function useShow(): () => void {
  const router = useRouter();
  return () => {
    router.refresh();
    document.getElementById('main')?.focus();
  };
}

export function useAnnounced(words: string): void {
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
}
