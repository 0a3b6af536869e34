/** Connects navigation without a link to the form that asks before it is left. */
import { staysOffline } from '../../ui/stay-offline';

const EVENT = 'portal:leave';

interface Leaving {
  page: string;
  go: () => void;
}

/** Navigates, unless the browser is offline or a form of this page asks first. */
export function leaveFor(page: string, go: () => void): void {
  if (staysOffline()) return;
  const asked = new CustomEvent<Leaving>(EVENT, { detail: { page, go }, cancelable: true });
  if (window.dispatchEvent(asked)) go();
}

/** @param asks whether it takes over the navigation */
export function onLeaving(asks: (page: string, go: () => void) => boolean): () => void {
  const listener = (event: Event) => {
    const { page, go } = (event as CustomEvent<Leaving>).detail;
    if (!event.defaultPrevented && asks(page, go)) event.preventDefault();
  };
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}

/** The used part of the Navigation API (HTML, 7.2.6), which older browsers and the DOM types lack. */
interface NavigateEvent extends Event {
  navigationType: string;
  destination: { url: string; key: string; sameDocument: boolean };
}
interface Navigation extends EventTarget {
  traverseTo: (key: string) => unknown;
}

/**
 * Back and Forward within the portal: canceled before they happen, so that the history stays unchanged. Browsers allow
 * a second cancel only after a user action on the page. Without the Navigation API the user is not asked: the only way
 * would be extra history entries, which would break Back. Navigation to a full page load is covered by `beforeunload`.
 */
export function onTraversing(asks: (page: string, go: () => void) => boolean): () => void {
  const { navigation } = window as { navigation?: Navigation };
  let isLeft = false;
  const listener = (event: Event) => {
    const { navigationType, destination } = event as NavigateEvent;
    if (
      event.defaultPrevented ||
      navigationType !== 'traverse' ||
      !event.cancelable ||
      !destination.sameDocument ||
      isLeft
    )
      return;
    const go = () => {
      isLeft = true;
      navigation?.traverseTo(destination.key);
    };
    if (asks(destination.url, go)) event.preventDefault();
  };
  navigation?.addEventListener('navigate', listener);
  return () => navigation?.removeEventListener('navigate', listener);
}
