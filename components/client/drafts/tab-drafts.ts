/**
 * Drafts of forms that were left, submitted or discarded in this tab: an older page of the server (Back) has an older
 * draft. In memory only, so that they end with the page, as at sign-out. Filled only in the browser: memory on the
 * server is shared by all users.
 */

/** From the server's page; `unknown` if it could not be read. */
export type DraftFound = { saved_at: string; content: string } | null | 'unknown';

interface Left {
  content: string;
  leftAt: string;
  /** By the server; null until the save is confirmed. */
  savedAt: string | null;
}

/** By path of the form; null after it was submitted or discarded. */
const drafts = new Map<string, Left | null>();

export const noneInTab = (address: string): void => void drafts.set(address, null);

export function leftInTab(address: string, content: string, savedAt: string | null): void {
  drafts.set(address, { content, savedAt, leftAt: new Date().toISOString() });
}

/** The save was confirmed, maybe after the form was left. */
export function savedInTab(address: string, content: string, savedAt: string): void {
  const left = drafts.get(address);
  if (left?.content === content) left.savedAt = savedAt;
}

/** @param page the draft of the server's page */
export function newestDraft(address: string, page: DraftFound): DraftFound {
  const left = drafts.get(address);
  if (left === undefined) return page;
  if (left === null) return null;
  const { content, savedAt, leftAt } = left;
  // Changed in another tab or on another device. The clock of the device is not compared with that of the server.
  if (page !== null && page !== 'unknown' && savedAt !== null && page.saved_at > savedAt) return page;
  return { content, saved_at: savedAt ?? leftAt };
}
