import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { SignInForm } from '@/components/sign-in/sign-in-form';
import { SingleSignOnLink } from '@/components/sign-in/single-sign-on-link';
import { END_SENTENCES } from '@/components/shell/session/tabs';
import { safeReturnTo } from '@/components/sign-in/return-to';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { isolate } from '@/components/format/isolate';
import { withRequestId } from '@/server/api/page-request';
import { appAskingAt } from '@/server/domain/oauth/consent-organization';
import { requestCookies } from '@/app/_lib/request-cookies';
import { endOfSession } from '@/server/auth/portal-session';
import { passkeysPossible } from '@/server/auth/passkeys';
import { resetsByMail } from '@/server/auth/password-reset';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const query = await searchParams;
  const returnTo = safeReturnTo(query.return_to ?? query.callbackUrl);
  const [app, end] = await withRequestId(async () => [
    await appAskingAt(returnTo),
    query.signed_out ? null : await endOfSession(await requestCookies()),
  ]);
  return (
    <PublicFrame>
      <PageHeading title={app === null ? 'Sign in' : `Sign in to continue to ${isolate(app)}`} />
      {query.signed_out ? (
        <Notice kind="success" word="" className="mb-5">
          You are signed out.
        </Notice>
      ) : null}
      {end ? (
        <Notice className="mb-5">
          {end === 'lacks_second_factor'
            ? 'Your session ended because your organization now requires a second factor. Sign in to set one up.'
            : END_SENTENCES[end]}
        </Notice>
      ) : null}
      {query.again ? (
        <Notice className="mb-5">Too many incorrect codes, or time ran out. Start again.</Notice>
      ) : null}
      <SignInForm returnTo={returnTo} failed={query.error !== undefined} passkeys={passkeysPossible()} />
      <SingleSignOnLink returnTo={returnTo} />
      <p className="mt-4">
        {resetsByMail() ? (
          <TextLink href="/forgot-password" className="inline-flex min-h-6 items-center">
            Forgot your password?
          </TextLink>
        ) : (
          'Forgot your password? Ask an administrator of your organization for a reset link.'
        )}
      </p>
      <NeedsScripts what="Signing in" />
      <p className="mt-8 border-t border-line pt-3">
        <TextLink href="/docs" className="inline-flex min-h-6 items-center">
          API documentation
        </TextLink>
      </p>
    </PublicFrame>
  );
}
