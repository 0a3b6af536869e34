/**
 * A step-up by single sign-on runs in a second window, so that no input of the page is lost. The window leaves this site
 * and returns, and browsers then hide the two windows from each other: the end is sent to all pages of this site.
 */
export const CONFIRMED = 'clinical-identity-confirmed';
export const CONFIRMED_PAGE = '/sign-in/confirmed';

/** @returns stops waiting */
export function onConfirmed(done: () => void): () => void {
  const channel = new BroadcastChannel(CONFIRMED);
  channel.onmessage = done;
  return () => channel.close();
}
