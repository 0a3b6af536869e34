import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { formatIn } from '@/components/format/format';
import { isolate } from '@/components/format/isolate';
import { PublicFrame } from '@/components/shell/public-frame';
import { AcceptInvitationForm } from '@/components/admin/people/accept-invitation-form';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { pageRequestId, withRequestId } from '@/server/api/page-request';
import { openInvitation } from '@/server/domain/people/open-invitation';
import { ROLE_DETAIL, ROLE_WORDS } from '@/server/domain/people/rules';

export const metadata: Metadata = { title: 'Invitation' };

interface InvitationPageProps {
  params: Promise<{ secret: string }>;
}

/** Opened by a link from an email or a colleague. All invalid links show the same page, whatever the reason. */
export default async function InvitationPage({ params }: InvitationPageProps) {
  const [{ secret }, inbound] = await Promise.all([params, headers()]);
  const invitation = await withRequestId(async () =>
    openInvitation(secret, {
      ip: inbound.get('x-clinical-ip') ?? 'unknown',
      requestId: await pageRequestId(),
    }),
  );
  if (!invitation) {
    return (
      <PublicFrame>
        <PageHeading title="This invitation is not valid" />
        <p className="mb-5">
          It was already used, has expired, was withdrawn, or the link is incomplete. If you accepted it, sign
          in. Otherwise ask for a new invitation.
        </p>
        <LinkButton href="/sign-in">Go to sign-in</LinkButton>
      </PublicFrame>
    );
  }
  const { organization, email, role, expiresAt, timeZone, singleSignOn } = invitation;
  return (
    <PublicFrame>
      <PageHeading title={`Invitation to ${isolate(organization)}`} />
      <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-2">Email</dt>
        <dd className="min-w-0 font-semibold break-words">{email}</dd>
        <dt className="text-ink-2">Role</dt>
        <dd>
          <span className="font-semibold">{ROLE_WORDS[role]}</span>
          <span className="block text-sm text-ink-2">{ROLE_DETAIL[role]}</span>
        </dd>
        <dt className="text-ink-2">Valid until</dt>
        <dd>{formatIn(timeZone).instant(expiresAt.toISOString())}</dd>
      </dl>
      {singleSignOn ? (
        <div className="mb-6 space-y-3">
          <p>Sign in with the account of your organization. This accepts the invitation.</p>
          <LinkButton href={`/sign-in/single-sign-on/${singleSignOn}`}>Single sign-on</LinkButton>
        </div>
      ) : null}
      <AcceptInvitationForm secret={secret} email={email} />
    </PublicFrame>
  );
}
