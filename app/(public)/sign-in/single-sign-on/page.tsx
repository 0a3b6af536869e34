import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { safeReturnTo } from '@/components/sign-in/return-to';
import { FindSingleSignOn } from '@/components/sign-in/single-sign-on';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { isolate } from '@/components/format/isolate';
import { withRequestId } from '@/server/api/page-request';
import { appAskingAt } from '@/server/domain/oauth/consent-organization';
import { type Query, queryParam } from '@/app/_lib/query';

export const metadata: Metadata = { title: 'Single sign-on' };

export default async function SingleSignOnPage({ searchParams }: { searchParams: Promise<Query> }) {
  const returnTo = safeReturnTo(queryParam(await searchParams, 'return_to'));
  const app = await withRequestId(() => appAskingAt(returnTo));
  return (
    <PublicFrame>
      <PageHeading title="Single sign-on">
        Sign in with the account of your organization{app === null ? '' : ` to continue to ${isolate(app)}`}.
      </PageHeading>
      <FindSingleSignOn returnTo={returnTo} />
      <p className="mt-4">
        <TextLink href={`/sign-in?return_to=${encodeURIComponent(returnTo)}`}>Sign in another way</TextLink>
      </p>
      <NeedsScripts what="Signing in" />
    </PublicFrame>
  );
}
