'use client';
/** Everything the browser reads after the page was rendered: TanStack Query over the calls of `client.ts`. */
import {
  focusManager,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { AppRouter } from '@/server/api/root';
import { api, background } from './client';

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Responses contain patient data: they are removed from memory with the component that shows them.
        gcTime: 0,
        retry: false,
        // Without a network a query fails at once and the error is shown.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });

let inBrowser: QueryClient | undefined;

/** One per request on the server: a shared cache would mix the data of organizations. */
const queryClient = () =>
  typeof window === 'undefined' ? createQueryClient() : (inBrowser ??= createQueryClient());

/** Query options for requests of the user. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });
/** Query options for automatic requests, which do not extend the session. */
export const backgroundTrpc = createTRPCOptionsProxy<AppRouter>({ client: background, queryClient });

// By default only a change of visibility counts. A window next to another one stays visible, and a page that Back restores
// from memory changes nothing.
focusManager.setEventListener((handleFocus) => {
  if (typeof window === 'undefined') return;
  const stop = new AbortController();
  const { signal } = stop;
  const focused = () => handleFocus();
  document.addEventListener('visibilitychange', focused, { signal });
  window.addEventListener('focus', focused, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && focused(), { signal });
  return () => stop.abort();
});

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient);
  // TanStack's own refetch on focus waits for a request in progress, whose response may be older than the return.
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused) void client.invalidateQueries({ predicate: ({ meta }) => meta?.live === true });
      }),
    [client],
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  );

interface Live<T> {
  value: T | null;
  /** False while the server cannot be reached. */
  isLive: boolean;
  /** False without a network, which is one reason. */
  isOnline: boolean;
}

/**
 * Starts with the data of the page and refetches on focus and on reconnect. Page and browser may each have the newer
 * response; every component with this query uses the newest.
 */
export function useLive<T extends { as_of: string }>(
  // oxlint-disable-next-line typescript/no-explicit-any -- the error and the key are those of tRPC; nothing here depends on them
  options: UseQueryOptions<T, any, T, any>,
  page: T | null,
): Live<T> {
  const client = useQueryClient();
  const { queryKey } = options;
  const { data, isError } = useQuery({
    ...options,
    ...(page ? { initialData: page } : {}),
    refetchOnMount: false,
    meta: { live: true },
    refetchOnReconnect: true,
  });
  const isOnline = useIsOnline();
  const isPageNewer = page !== null && (!data || page.as_of > data.as_of);
  useEffect(() => {
    if (isPageNewer) client.setQueryData<T>(queryKey, page);
  }, [client, queryKey, page, isPageNewer]);
  return { value: isPageNewer ? page : (data ?? null), isLive: isOnline && !isError, isOnline };
}
