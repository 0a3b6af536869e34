/**
 * Which way the flow sheet runs for one person, kept in this browser: a cookie, because the server draws the sheet. It holds
 * no health data and opens nothing.
 */
const YEAR_S = 365 * 24 * 3_600;

/** @param person `usr_…`: two people at one computer keep their own */
export const flowOrderCookie = (person: string): string => `flow-order-${person}`;
export const NEWEST_FIRST = 'newest-first';

export function rememberFlowOrder(person: string, newestFirst: boolean): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${flowOrderCookie(person)}=${newestFirst ? NEWEST_FIRST : 'oldest-first'}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
