/** Events from the session watch to forms that keep drafts. */

const EVENT = 'portal:save-drafts';

/** The session may be about to end: save now. */
export const askDrafts = (): void => void window.dispatchEvent(new Event(EVENT));

export function onSaveDrafts(save: () => void): () => void {
  window.addEventListener(EVENT, save);
  return () => window.removeEventListener(EVENT, save);
}

let kept = false;

/** Forms that unmount from here on were removed by the session: their drafts stay. */
export const keepDrafts = (): void => {
  kept = true;
};
export const areDraftsKept = (): boolean => kept;
