import { reportNavigation } from './components/client/navigation';

/** Called by Next for each navigation: by a link, a form, a key, and back and forward. */
export function onRouterTransitionStart(url: string): void {
  reportNavigation(url);
}
