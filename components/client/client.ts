/** The browser's API calls: one request per call, so that each succeeds or fails alone. */
import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '@/server/api/root';
import { fetchProven } from '../sign-in/prove-again';
import { pageHeaders, reportActivity, reportProblem } from './page-headers';

const client = (background: boolean, keepalive = false) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: '/api/trpc',
        headers: ({ op }) => ({ ...pageHeaders(background), ...ifMatch(op.context), ...keyOf(op.context) }),
        fetch: async (input, init) => {
          const asked = Date.now();
          const answer = await fetchProven(input, { ...(init as RequestInit), keepalive });
          if (answer.ok && !background) reportActivity(asked);
          // At sign-out, the page is already on its way to the next one.
          if (!keepalive && (answer.status === 401 || answer.status === 409))
            reportProblem(await problemIn(answer.clone()));
          return answer;
        },
      }),
    ],
  });

/** The version on which a change is based: `mutate(input, onlyIf(version))`. Rejected if a newer one exists. */
export const onlyIf = (version: number) => ({ context: { version } });

const ifMatch = ({ version }: Record<string, unknown>): Record<string, string> =>
  typeof version === 'number' ? { 'If-Match': `"${version}"` } : {};

/** Of a change that is made once, however often it is sent; see `useOnce`. */
export const withKey = (key: string) => ({ context: { key } });

const keyOf = ({ key }: Record<string, unknown>): Record<string, string> =>
  typeof key === 'string' ? { 'Idempotency-Key': key } : {};

async function problemIn(answer: Response): Promise<{ code: string; detail?: string }> {
  const body = (await answer.json().catch(() => null)) as {
    error?: { data?: { problem?: { code: string; detail?: string } } };
  } | null;
  return body?.error?.data?.problem ?? { code: 'unknown' };
}

/** Calls caused by the user. */
export const api = client(false);
/** Automatic calls, which do not extend the session. */
export const background = client(true);
/** Calls that the browser completes after the page is closed. Their body has at most 64 KiB. */
export const leaving = client(false, true);
