'use client';
/** That a page is outdated. It is shown after a click, because rows that move under the pointer would be others. */
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../ui/button';
import { announce } from '../ui/live-region';
import { Notice } from '../ui/notice';
import { hearChanges, type TabChanges } from './changes';
import { readAfterChanges } from './read-after-changes';
import { quietly } from './router-requests';

/** A change of the user is shown by its action. */
const LEAST_MS = 500;

interface Rows {
  /** What is read, as text: another value reads something else. Empty: nothing is followed. */
  input: string;
  /** The key of each row of the page. */
  shown: readonly string[];
  isAffected: (changes: TabChanges) => boolean;
  /** @returns the keys of the rows as they are now */
  read: () => Promise<string[]>;
  wordsOf: (keys: readonly string[], shown: readonly string[]) => string;
}

/**
 * Reads rows again after changes of the server, and announces what is new.
 * @param since the position of the page's data
 * @returns what is new, in words; empty if nothing is
 */
export function useNews({ input, shown, ...rows }: Rows, since: string): string {
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const page = JSON.stringify(shown);
  const [found, setFound] = useState({ page, words: '' });
  const words = found.page === page ? found.words : '';
  const isAffected = useEffectEvent(rows.isAffected);
  const read = useEffectEvent(rows.read);
  const wordsOf = useEffectEvent((keys: readonly string[]) => rows.wordsOf(keys, shown));

  // A page that Back shows is read again.
  useEffect(() => {
    if (input === '') return;
    let isMissed = false;
    hearChanges((changes) => (isMissed ||= isAffected(changes)), first)();
    if (isMissed) quietly(() => router.refresh());
  }, [input, first, router]);

  useEffect(() => {
    if (input === '') return;
    return readAfterChanges({
      isAffected: (changes) => isAffected(changes),
      async read(isOver) {
        const keys = await read();
        if (isOver() || JSON.stringify(keys) === page) return;
        setFound({ page, words: wordsOf(keys) });
      },
      leastMs: LEAST_MS,
    });
  }, [input, page]);

  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return words;
}

export function News({ words }: { words: string }) {
  const show = useShow();
  return (
    <div className="news print:hidden">
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
