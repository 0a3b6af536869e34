/** Offline a page is not left: the router would show the browser's error page, and the input would be lost. */
import { showToast } from './toast';

const OFFLINE = {
  sentence: 'You are offline. Your work is kept. Continue when you are reconnected.',
  isHint: true,
  isOffline: true,
};

/** Says so. @returns whether the page must not be left */
export function staysOffline(): boolean {
  if (navigator.onLine) return false;
  showToast(OFFLINE);
  return true;
}
