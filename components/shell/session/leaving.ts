/** Between what leads to another page without a link, and the form that asks first whether it may be left. */

const EVENT = 'portal:leave';

interface Leaving {
  page: string;
  go: () => void;
}

/** Goes there, or leaves it to a form of this page that asks first. */
export function leaveFor(page: string, go: () => void): void {
  const asked = new CustomEvent<Leaving>(EVENT, { detail: { page, go }, cancelable: true });
  if (window.dispatchEvent(asked)) go();
}

/** @param asks whether it takes the way over */
export function hearLeaving(asks: (page: string, go: () => void) => boolean): () => void {
  const hear = (event: Event) => {
    const { page, go } = (event as CustomEvent<Leaving>).detail;
    if (asks(page, go)) event.preventDefault();
  };
  window.addEventListener(EVENT, hear);
  return () => window.removeEventListener(EVENT, hear);
}

/** Of the Navigation API (HTML, 7.2.6) what is used here; older browsers have none, and the types of the DOM neither. */
interface NavigateEvent extends Event {
  navigationType: string;
  destination: { url: string; key: string; sameDocument: boolean };
}
interface Navigation extends EventTarget {
  traverseTo: (key: string) => unknown;
}

/**
 * Back and Forward of the browser, within the portal: refused before they happen, so that the history stays as it is. The
 * browser lets nobody refuse twice without something done on the page in between. Where it has no Navigation API nothing is
 * asked: entries of our own in the history would be the only way, and would break it. To a page that is loaded anew, the
 * closing of this one asks.
 */
export function hearTraversing(asks: (page: string, go: () => void) => boolean): () => void {
  const { navigation } = window as { navigation?: Navigation };
  let isLeft = false;
  const hear = (event: Event) => {
    const { navigationType, destination } = event as NavigateEvent;
    if (navigationType !== 'traverse' || !event.cancelable || !destination.sameDocument || isLeft) return;
    const go = () => {
      isLeft = true;
      navigation?.traverseTo(destination.key);
    };
    if (asks(destination.url, go)) event.preventDefault();
  };
  navigation?.addEventListener('navigate', hear);
  return () => navigation?.removeEventListener('navigate', hear);
}
