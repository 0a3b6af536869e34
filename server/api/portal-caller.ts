import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { contextOfSession, findPortalSession, type PortalSession } from '../auth/portal-session';
import { newRequestId } from '../shared/ids';
import { createCaller } from './root';

/** How pages read: the same procedures as `/v1`, called in the process, in the name of the signed-in person. */

export interface Portal {
  caller: ReturnType<typeof createCaller>;
  session: PortalSession;
  /** Of this page view, for whoever reports a failure. */
  requestId: string;
}

/** The session of this page view, read once; null when signed out. */
const portalSession = cache(async (): Promise<PortalSession | null> => {
  const jar = await cookies();
  const cookieJar = Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value]));
  // The door has noted the activity, and knows whether it was one.
  return findPortalSession(cookieJar, { active: false });
});

/** Caller and session of a page; signed-out people are sent to sign in (the custom server has done so before). */
export async function portalCaller(): Promise<Portal> {
  const session = await portalSession();
  if (!session) redirect('/sign-in');
  const inbound = await headers();
  const requestId = inbound.get('x-request-id') ?? newRequestId();
  return {
    caller: createCaller(contextOfSession(session, { requestId, ip: inbound.get('x-clinical-ip') }), {
      // All that Next tells the browser of an error: whoever sees the page that failed can quote the request.
      onError: ({ error }) => void Object.assign(error, { digest: requestId }),
    }),
    session,
    requestId,
  };
}
