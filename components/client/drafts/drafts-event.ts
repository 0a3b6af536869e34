/** Between the watch of the session and the forms that keep drafts. */

const EVENT = 'portal:save-drafts';

/** The session may be about to end: save now. */
export const askDrafts = (): void => void window.dispatchEvent(new Event(EVENT));

export function hearDrafts(save: () => void): () => void {
  window.addEventListener(EVENT, save);
  return () => window.removeEventListener(EVENT, save);
}

let kept = false;

/** From here on a form that goes away was taken away: its draft stays. */
export const keepDrafts = (): void => {
  kept = true;
};
export const areDraftsKept = (): boolean => kept;
