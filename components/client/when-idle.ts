const PAUSE_MS = 1_000;
const LATEST_MS = 2_000;

/** For what a page works without: after the page has loaded. @returns cancel */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(work, { timeout: LATEST_MS }) : work()),
    PAUSE_MS,
  );
  return () => clearTimeout(timer);
}
