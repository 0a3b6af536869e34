/** Opens the search of the portal from another part of the frame. */

const EVENT = 'portal:open-search';

/** @returns false if the page cannot open it yet */
export const openSearch = (): boolean => !window.dispatchEvent(new Event(EVENT, { cancelable: true }));

/** @returns end */
export function onOpenSearch(open: () => void): () => void {
  const listener = (event: Event) => {
    event.preventDefault();
    open();
  };
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
