import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { IdentitySection } from '@/components/account/second-factor/identity-section';
import { PasskeySection } from '@/components/account/second-factor/passkey-section';
import { RecoverySection } from '@/components/account/second-factor/recovery-section';
import { TotpSection } from '@/components/account/second-factor/totp-section';
import { safeReturnTo } from '@/components/sign-in/return-to';
import { count } from '@/components/format/numbers';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Security' };

/** Second factors of the signed-in user. */
export default async function SecurityPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { caller, session } = await getPageContext();
  const factor = await caller.secondFactors.getSecondFactor({});
  const identity = await caller.singleSignOn.getOwnIdentity({});
  const factors = factor.passkeys.length + (factor.totp_since === null ? 0 : 1);
  const has = factors > 0;
  // A required one cannot be removed.
  const isLast = factors === 1 && !factor.required;
  const onward = queryParam(query, 'return_to');
  const left = factor.recovery_codes_left;
  const { totp_since: since } = factor;
  const isReplaced = since !== null && Date.parse(since) > session.signedInAt.getTime();
  return (
    <MainArea>
      <PageHeading title="Security">
        {factor.required
          ? 'Your organization requires a second factor at every sign-in.'
          : 'A second factor protects your account if your password is stolen.'}
      </PageHeading>
      <div className="max-w-3xl space-y-8">
        {session.methods.includes('recovery_code') && has && !isReplaced ? (
          <Notice word="Recovery code used">
            The code you used is now invalid. {count(left, 'code')} left.
            {factor.totp_since ? ' If you lost your app, replace it here.' : ''}
            {factor.passkeys.length > 0 ? ' If you lost a passkey, add a new one, then remove it.' : ''}
          </Notice>
        ) : null}
        {has && left === 0 ? (
          <Notice word="No recovery codes">
            Create recovery codes now. Without them, only an administrator can restore your access.
          </Notice>
        ) : null}
        {identity.in_use ? (
          <Notice>
            You signed in through your organization. To change your second factor, sign in with your password
            or passkey.
          </Notice>
        ) : null}
        {identity.available || identity.linked_at ? <IdentitySection identity={identity} /> : null}
        <TotpSection since={factor.totp_since} isLast={isLast} removable={factors > 1 || !factor.required} />
        <PasskeySection passkeys={factor.passkeys} possible={factor.passkeys_possible} isLast={isLast} />
        <RecoverySection account={session.email} left={left} possible={has} />
        {onward ? (
          <LinkButton href={safeReturnTo(onward)} weight="secondary">
            Continue
          </LinkButton>
        ) : null}
      </div>
    </MainArea>
  );
}
