/** The navigation that is loading, reported by `instrumentation-client.ts`. */

const EVENT = 'portal:navigation';
let isLoading = false;

export const reportNavigation = (url: string): void => {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: url }));
};

export function onNavigation(started: (url: string) => void): () => void {
  const listener = (event: Event) => started((event as CustomEvent<string>).detail);
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}

export const setNavigating = (loading: boolean): void => {
  isLoading = loading;
};

/** The page is about to be replaced: its shortcuts must no longer act on it. */
export const isNavigating = (): boolean => isLoading;
