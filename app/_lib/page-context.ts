import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { setFormat } from '@/components/format/server-format';
import { flowOrderCookie, NEWEST_FIRST } from '@/components/results/flow-order';
import type { PageSession } from '@/components/shell/session/session-watch';
import { portalCaller, type Portal } from '@/server/api/portal-caller';
import { showId } from '@/server/shared/ids';
import { abilitiesOf } from '@/server/shared/scopes';

/** Session, tRPC caller and formats of the request for a page of the portal. Redirects if no user is signed in. */
export const getPageContext = cache(async () => {
  const { caller, session, requestId, recordDenied } = await portalCaller();
  const format = setFormat(session.timeZone);
  const now = Date.now();
  return {
    caller,
    session,
    requestId,
    recordDenied,
    format,
    now,
    today: format.dayOf(new Date(now).toISOString()),
    ...abilitiesOf(session.role),
  };
});

/** The session for the browser, which ends the page with it. */
export const pageSession = (session: Portal['session'], now: number, isFollowing = false): PageSession => ({
  organization: showId('organization', session.orgId),
  organizationName: session.orgName,
  person: showId('user', session.userId),
  personName: session.userName,
  idleMs: session.idleMinutes * 60_000,
  restLeftMs: session.expiresAt.getTime() - now,
  isFollowing,
});

/** The user's order of the columns of a flow sheet. */
export async function prefersNewestFirst(): Promise<boolean> {
  const { session } = await getPageContext();
  return (await cookies()).get(flowOrderCookie(showId('user', session.userId)))?.value === NEWEST_FIRST;
}

/** Whether the request is for exactly this path: a layout is also rendered for the pages below it. */
export const isRequestedPath = async (path: string): Promise<boolean> => (await requestedPath()) === path;

export const requestedPath = async (): Promise<string> => (await headers()).get('x-clinical-path') ?? '/';
