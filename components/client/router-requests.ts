import { pageHeaders, reportActivity, reportProblem } from './page-headers';

/**
 * Adds the page's headers to the requests of Next's router, which has no option for them. `fetch` is wrapped for these
 * requests only, recognized by the header `rsc` (decision 0037).
 */

const QUIET_MS = 1_000;
let quietUntil = 0;

/** For an automatic `router.refresh()`, which takes no headers. */
export function quietly(load: () => void): void {
  quietUntil = performance.now() + QUIET_MS;
  load();
}

export function markRouterRequests(): void {
  const slot = window as unknown as { portalFetch?: typeof fetch };
  if (slot.portalFetch) return;
  const plain = window.fetch;
  slot.portalFetch = plain;
  for (const kind of ['pointerdown', 'keydown'])
    window.addEventListener(kind, () => (quietUntil = 0), { capture: true, passive: true });
  window.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has('rsc')) return plain(input, init);
    const own = pageHeaders(performance.now() < quietUntil);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const asked = Date.now();
    const answer = await plain(input, { ...init, headers });
    if (answer.redirected && own['X-Clinical-Organization'] && new URL(answer.url).pathname === '/sign-in') {
      reportProblem({ code: 'missing_credentials' });
      // The router would open the sign-in page, which has no reason: the page is left for the one that has.
      return new Promise<never>(() => undefined);
    }
    if (answer.ok && !own['X-Clinical-Background']) reportActivity(asked);
    return answer;
  };
}
