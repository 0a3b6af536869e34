/**
 * What every request of a page says of the page: the organization it was shown for, so that nothing of it is done in
 * another one after a switch, and whether the page asks by itself, so that nobody is kept signed in by it.
 */

/** The element of the portal's frame that holds what the server said of the page. */
export const PAGE_FACTS = 'portal-page';

export function pageHeaders(background = false): Record<string, string> {
  const organization = document.getElementById(PAGE_FACTS)?.dataset.organization;
  return {
    ...(organization ? { 'X-Clinical-Organization': organization } : {}),
    ...(background ? { 'X-Clinical-Background': '1' } : {}),
  };
}

const ACTIVE = 'portal:active';
const REFUSED = 'portal:refused';

/** A request that the person caused was carried out; `at` is when it was sent. */
export function tellActivity(at: number): void {
  window.dispatchEvent(new CustomEvent<number>(ACTIVE, { detail: at }));
}

/** The answer says that this page is over: signed out, or of another organization. */
export function tellRefusal(problem: { code: string; detail?: string | undefined }): void {
  if (['missing_credentials', 'organisation_changed'].includes(problem.code))
    window.dispatchEvent(new CustomEvent(REFUSED, { detail: problem }));
}

export function hearPage(on: {
  active: (at: number) => void;
  refused: (problem: { code: string; detail?: string }) => void;
}): () => void {
  const active = (event: Event) => on.active((event as CustomEvent<number>).detail);
  const refused = (event: Event) => on.refused((event as CustomEvent<{ code: string }>).detail);
  window.addEventListener(ACTIVE, active);
  window.addEventListener(REFUSED, refused);
  return () => {
    window.removeEventListener(ACTIVE, active);
    window.removeEventListener(REFUSED, refused);
  };
}
