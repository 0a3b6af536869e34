/**
 * Headers of every request of a page: the organization it was rendered for, so that no action reaches another one
 * after a switch, and whether the request is automatic, so that it does not extend the session.
 */

/** The element of the portal's frame that contains this data. */
export const PAGE_FACTS = 'portal-page';

export function pageHeaders(background = false): Record<string, string> {
  const organization = document.getElementById(PAGE_FACTS)?.dataset.organization;
  return {
    ...(organization ? { 'X-Clinical-Organization': organization } : {}),
    ...(background ? { 'X-Clinical-Background': '1' } : {}),
  };
}

const ACTIVE = 'portal:active';
const PROBLEM = 'portal:problem';

/** A request caused by the user succeeded; `at` is when it was sent. */
export function reportActivity(at: number): void {
  window.dispatchEvent(new CustomEvent<number>(ACTIVE, { detail: at }));
}

/** The session of this page has ended: signed out, or another organization. */
export function reportProblem(problem: { code: string; detail?: string | undefined }): void {
  if (['missing_credentials', 'organisation_changed'].includes(problem.code))
    window.dispatchEvent(new CustomEvent(PROBLEM, { detail: problem }));
}

export function onPageEvents(on: {
  active: (at: number) => void;
  problem: (problem: { code: string; detail?: string }) => void;
}): () => void {
  const active = (event: Event) => on.active((event as CustomEvent<number>).detail);
  const problem = (event: Event) => on.problem((event as CustomEvent<{ code: string }>).detail);
  window.addEventListener(ACTIVE, active);
  window.addEventListener(PROBLEM, problem);
  return () => {
    window.removeEventListener(ACTIVE, active);
    window.removeEventListener(PROBLEM, problem);
  };
}
