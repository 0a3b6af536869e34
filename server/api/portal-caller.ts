import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { contextOfSession, findPortalSession, type PortalSession } from '../auth/portal-session';
import { DomainError } from '../errors/domain-error';
import { recordDenial } from '../shared/audit';
import { readId, showId } from '../shared/ids';
import { pageRequestId, withRequestId } from './page-request';
import { createCaller } from './root';
import { kindOf } from './trpc';

/** Pages call the same procedures as `/v1`, in this process and on behalf of the signed-in user. */

export interface Portal {
  caller: ReturnType<typeof createCaller>;
  session: PortalSession;
  /** Request ID of this page view, for error reports. */
  requestId: string;
  /** Records that the role does not allow the page. The action is that of the operation that the page would start with. */
  recordDenied: (action: string, patientId?: string) => Promise<void>;
}

/** The session of this page view, read once; null if signed out. */
const portalSession = cache(async (): Promise<PortalSession | null> => {
  const jar = await cookies();
  const cookieJar = Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value]));
  // The handler has already recorded the activity.
  return withRequestId(() => findPortalSession(cookieJar, { active: false }));
});

/** `usr_…` of the user signed in with this browser, for public pages. Does not extend the session. */
export async function signedInUser(): Promise<string | null> {
  const session = await portalSession();
  return session && showId('user', session.userId);
}

/**
 * Caller and session of a page. Redirects signed-out users, although the server has normally done so before, and users
 * whose role does not include what the page reads.
 */
export async function portalCaller(): Promise<Portal> {
  const session = await portalSession();
  if (!session) redirect('/sign-in');
  const requestId = await pageRequestId();
  const ctx = contextOfSession(session, { requestId, ip: (await headers()).get('x-clinical-ip') });
  return {
    caller: createCaller(ctx, {
      onError: ({ error }) => {
        const { cause } = error;
        if (cause instanceof DomainError && cause.code === 'insufficient_scope') redirect('/not-allowed');
        // As in `withRequestId`.
        Object.assign(error, { digest: requestId });
      },
    }),
    session,
    requestId,
    recordDenied: (action, patientId) => {
      const patient = patientId === undefined ? null : readId('patient', patientId);
      return recordDenial(
        ctx,
        action,
        kindOf(action, 'query'),
        'forbidden',
        undefined,
        patient ? [patient] : [],
      );
    },
  };
}
