import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { isolate } from '@/components/format/isolate';
import { PublicFrame } from '@/components/shell/public-frame';
import { FirstFactor } from '@/components/account/second-factor/first-factor';
import { safeReturnTo } from '@/components/sign-in/return-to';
import { SecondFactorForm } from '@/components/sign-in/second-factor-form';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { withRequestId } from '@/server/api/page-request';
import { readAuthCookie } from '@/server/auth/auth-cookies';
import { appAskingAt } from '@/server/domain/oauth/consent-organization';
import { pendingSignIn } from '@/server/auth/begin-factor';

export const metadata: Metadata = { title: 'Second factor' };

interface SecondFactorPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** After the password: enter the second factor, or set one up. No session exists yet. */
export default async function SecondFactorPage({ searchParams }: SecondFactorPageProps) {
  const [query, jar] = await Promise.all([searchParams, cookies()]);
  const returnTo = safeReturnTo(query.return_to);
  const all = Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value]));
  const secret = readAuthCookie(all, 'step');
  const pending = secret === null ? null : await withRequestId(() => pendingSignIn(secret));
  if (!pending) redirect(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  const app = await withRequestId(() => appAskingAt(returnTo));
  const { factors, mustEnrol, email, organization } = pending;
  return (
    <PublicFrame>
      <PageHeading title={mustEnrol ? 'Add a second factor' : 'Second factor'}>
        <p className="wrap-anywhere">
          Signing in as {email}
          {app === null ? '' : ` to continue to ${isolate(app)}`}
        </p>
      </PageHeading>
      {mustEnrol ? (
        <>
          <p className="mb-6">
            <bdi>{organization}</bdi> requires a second factor. Add one now. You will use it at every sign-in.
          </p>
          <FirstFactor passkeys={pending.passkeysPossible} returnTo={returnTo} />
        </>
      ) : (
        <SecondFactorForm
          totp={factors.totp}
          passkey={factors.passkeys > 0 && pending.passkeysPossible}
          recoveryCodes={factors.recoveryCodes > 0}
          returnTo={returnTo}
        />
      )}
      {mustEnrol ? null : (
        <p className="mt-6 text-ink-2">
          Lost your second factor? An administrator of your organization can reset it.
        </p>
      )}
      <NeedsScripts what="Signing in" />
    </PublicFrame>
  );
}
