/** The order of the flow sheet for one user, in a cookie, because the server renders the sheet. It holds no health data. */
const YEAR_S = 365 * 24 * 3_600;

/** @param person `usr_…`, because users share computers */
export const flowOrderCookie = (person: string): string => `flow-order-${person}`;
export const NEWEST_FIRST = 'newest-first';

export function rememberFlowOrder(person: string, newestFirst: boolean): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${flowOrderCookie(person)}=${newestFirst ? NEWEST_FIRST : 'oldest-first'}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
