'use client';
/** Search as you type in the test catalog, for a combobox. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import { shownError } from '../ui/error-message';
import { trpc } from './query-client';
import { useDebounced } from './use-debounced';

const PAUSE_MS = 150;

export interface TestLookup {
  /** For the current text, or for an earlier one while its response is pending. */
  tests: readonly CatalogTest[];
  /** No test matches: the names are only similar to the text. */
  isSimilar: boolean;
  /** There are more than these. */
  hasMore: boolean;
  /** The tests match the current text. */
  isCurrent: boolean;
  /** Why the search failed. */
  problem: string;
  /** Searches the current text without a pause. */
  searchNow: () => void;
}

/**
 * The best matches first.
 * @param labId only tests of this laboratory
 */
export function useTestLookup(text: string, limit: number, labId: string | null = null): TestLookup {
  const typed = text.trim();
  const [unpaused, setUnpaused] = useState('');
  const settled = useDebounced(typed, PAUSE_MS);
  const q = unpaused === typed ? typed : settled;
  const input = { q, limit, sort: 'match' as const, ...(labId ? { lab_id: labId } : {}) };
  const isAsked = typed !== '' && q !== '';
  const { data, error, isPlaceholderData } = useQuery(
    trpc.catalog.listCatalog.queryOptions(isAsked ? input : skipToken, {
      // The list stays while a word is being completed, and disappears when another word is started. A list for the same
      // text would look complete although Enter does not choose from it.
      placeholderData: (before, query) => {
        const { q: earlier = '' } = (query?.queryKey[1]?.input ?? {}) as { q?: string };
        return earlier !== '' && earlier !== q && (q.startsWith(earlier) || earlier.startsWith(q))
          ? before
          : undefined;
      },
      trpc: { abortOnUnmount: true },
    }),
  );
  return {
    tests: isAsked && data ? data.data : [],
    isSimilar: isAsked && data?.data[0]?.similar === true,
    hasMore: isAsked && data !== undefined && data.has_more,
    isCurrent: isAsked && q === typed && data !== undefined && !isPlaceholderData,
    problem: q === typed && error ? shownError(error).sentence : '',
    searchNow: () => setUnpaused(typed),
  };
}
