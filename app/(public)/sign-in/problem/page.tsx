import type { Metadata } from 'next';
import { type Query, queryParam } from '@/app/_lib/query';
import { PublicFrame } from '@/components/shell/public-frame';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { FAILURES } from '@/server/domain/single-sign-on/rules';

export const metadata: Metadata = { title: 'Sign-in problem' };

/** One text for each reason. The error of the provider is for administrators only. */
export default async function SignInProblemPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const reason = queryParam(query, 'reason') ?? '';
  const { title, user } = Object.hasOwn(FAILURES, reason)
    ? FAILURES[reason as keyof typeof FAILURES]
    : FAILURES.unavailable;
  const organization = queryParam(query, 'organization');
  const request = queryParam(query, 'request');
  return (
    <PublicFrame>
      <PageHeading title={title}>{user}</PageHeading>
      <div className="flex flex-wrap gap-2">
        {organization && /^[a-z0-9-]{1,63}$/.test(organization) ? (
          <LinkButton href={`/sign-in/single-sign-on/${organization}`}>Start again</LinkButton>
        ) : null}
        <LinkButton href="/sign-in" weight="secondary">
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
