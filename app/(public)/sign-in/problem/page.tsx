import type { Metadata } from 'next';
import { type Query, queryParam } from '@/app/_lib/query';
import { PublicFrame } from '@/components/shell/public-frame';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { FAILURES } from '@/server/domain/single-sign-on/rules';

export const metadata: Metadata = { title: 'Sign-in problem' };

/** The next sign-in is with a password or passkey, to link the account. */
const UNLINKED = ['not_linked', 'missing_email'];
const LINK_HERE = '/sign-in?return_to=%2Faccount%2Fsecurity';

/** One text for each reason. The error of the provider is for administrators only. */
export default async function SignInProblemPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const reason = queryParam(query, 'reason') ?? '';
  const { title, user } = Object.hasOwn(FAILURES, reason)
    ? FAILURES[reason as keyof typeof FAILURES]
    : FAILURES.unavailable;
  const organization = queryParam(query, 'organization');
  const request = queryParam(query, 'request');
  const isUnlinked = UNLINKED.includes(reason);
  const again = !isUnlinked && organization !== undefined && /^[a-z0-9-]{1,63}$/.test(organization);
  return (
    <PublicFrame>
      <PageHeading title={title}>{user}</PageHeading>
      <div className="flex flex-wrap gap-2">
        {again ? <LinkButton href={`/sign-in/single-sign-on/${organization}`}>Start again</LinkButton> : null}
        <LinkButton href={isUnlinked ? LINK_HERE : '/sign-in'} weight={again ? 'secondary' : 'primary'}>
          Sign in another way
        </LinkButton>
      </div>
      {request && /^req_[0-9a-z]{26}$/.test(request) ? (
        <p className="mt-6 text-sm text-ink-2">
          For your administrator: <code className="font-mono break-all">{request}</code>
        </p>
      ) : null}
    </PublicFrame>
  );
}
