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
        // Answers contain patient data: they leave the memory with the component that shows them.
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

/** On the server one per request: a shared cache would mix the data of organizations. */
const queryClient = () =>
  typeof window === 'undefined' ? createQueryClient() : (inBrowser ??= createQueryClient());

/** Query options for what the person asks for. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });
/** Query options for what the page asks for without the person: it does not extend the session. */
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
  /** False while the server cannot be asked or does not answer. */
  isLive: boolean;
}

/**
 * Starts with what the page was rendered with and asks again on focus and on reconnect. Page and browser may each have
 * the newer answer; the newer one counts in every component with this query.
 */
export function useLive<T extends { as_of: string }>(
  // The error and the key are those of tRPC; nothing here depends on them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  options: UseQueryOptions<T, any, T, any>,
  page: T | null,
): Live<T> {
  const client = useQueryClient();
  const { queryKey } = options;
  const { data, isError } = useQuery({
    ...options,
    ...(page ? { initialData: page } : {}),
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
  const isOnline = useIsOnline();
  const isPageNewer = page !== null && (!data || page.as_of > data.as_of);
  useEffect(() => {
    if (isPageNewer) client.setQueryData<T>(queryKey, page);
  }, [client, queryKey, page, isPageNewer]);
  return { value: isPageNewer ? page : (data ?? null), isLive: isOnline && !isError };
}
