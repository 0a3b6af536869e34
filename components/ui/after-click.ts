/**
 * Runs after the click in progress, if there is one: an error moves what is below, and the button that is being clicked
 * must stay under the pointer.
 */
export function afterClick(run: () => void, until: { signal?: AbortSignal } = {}): void {
  if (document.querySelector('button:active, a:active'))
    document.addEventListener('mouseup', () => window.setTimeout(run), { ...until, once: true });
  else run();
}
