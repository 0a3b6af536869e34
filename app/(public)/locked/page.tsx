import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { LastPerson } from '@/components/shell/session/last-person';
import { SignInForm } from '@/components/sign-in/sign-in-form';
import { SingleSignOnLink } from '@/components/sign-in/single-sign-on-link';
import { PageHeading } from '@/components/ui/page-heading';
import { withRequestId } from '@/server/api/page-request';
import { signedInUser } from '@/server/api/portal-caller';
import { Notice } from '@/components/ui/notice';
import { requestCookies } from '@/app/_lib/request-cookies';
import { endOfSession } from '@/server/auth/portal-session';
import { passkeysPossible } from '@/server/auth/passkeys';

export const metadata: Metadata = { title: 'Session ended' };

export default async function LockedPage() {
  const lacking =
    (await withRequestId(async () => endOfSession(await requestCookies()))) === 'lacks_second_factor';
  return (
    <PublicFrame>
      <PageHeading title="Session ended" />
      {lacking ? (
        <Notice className="mb-5">
          Your organization now requires a second factor. Sign in to set one up.
        </Notice>
      ) : null}
      <LastPerson signedIn={await signedInUser()} isExplained={lacking} />
      <SignInForm returnTo="/resume" failed={false} passkeys={passkeysPossible()} />
      <SingleSignOnLink returnTo="/resume" />
    </PublicFrame>
  );
}
