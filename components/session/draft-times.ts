/** When what is typed is saved: at a pause, and at the latest so long after the first unsaved letter. */
export const PAUSE_MS = 2_000;
export const LONGEST_MS = 10_000;
