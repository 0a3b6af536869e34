/** The browser's calls: one request per call, so that each one succeeds or fails alone. */
import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '@/server/api/root';
import { fetchProven } from '../step-up/prove-again';

export const api = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/api/trpc', fetch: (input, init) => fetchProven(input, init as RequestInit) })],
});
