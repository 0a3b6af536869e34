/** Events from the session watch to forms that keep drafts. */

const EVENT = 'portal:save-drafts';

/** The session may be about to end: save now. */
export const askDrafts = (): void => void window.dispatchEvent(new Event(EVENT));

export function onSaveDrafts(save: () => void): () => void {
  window.addEventListener(EVENT, save);
  return () => window.removeEventListener(EVENT, save);
}

/** The page is left. Phones report only the second. The first is before the next page is requested, which may be this one. */
export const CLOSING = ['beforeunload', 'pagehide'];

let kept = false;

/** Forms that unmount from here on were removed by the session: their drafts stay. */
export const keepDrafts = (): void => {
  kept = true;
};
export const areDraftsKept = (): boolean => kept;
