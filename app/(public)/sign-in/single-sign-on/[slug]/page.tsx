import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { safeReturnTo } from '@/components/sign-in/return-to';
import { ContinueToProvider } from '@/components/sign-in/single-sign-on';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { isolate } from '@/components/format/isolate';
import { withRequestId } from '@/server/api/page-request';
import { appAskingAt } from '@/server/domain/oauth/consent-organization';
import { type Query, queryParam } from '@/app/_lib/query';

export const metadata: Metadata = { title: 'Single sign-on' };

/** Any other text in the address is not repeated on the page. */
const SLUG = /^[a-z0-9-]{1,63}$/;

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Query>;
}

/** The address of one organization. The same for unknown ones: whether it has single sign-on shows at the next step. */
export default async function OrganizationSignInPage({ params, searchParams }: Props) {
  const { slug } = await params;
  const returnTo = safeReturnTo(queryParam(await searchParams, 'return_to'));
  const app = await withRequestId(() => appAskingAt(returnTo));
  const onward = app === null ? '' : ` to continue to ${isolate(app)}`;
  return (
    <PublicFrame>
      <PageHeading title="Single sign-on">
        {SLUG.test(slug) ? (
          <>
            Sign in to <strong className="text-ink">{slug}</strong> with the account of your organization
            {onward}.
          </>
        ) : (
          `Sign in with the account of your organization${onward}.`
        )}
      </PageHeading>
      <ContinueToProvider organization={slug} returnTo={returnTo} />
      <p className="mt-4">
        <TextLink href="/sign-in">Sign in another way</TextLink>
      </p>
      <NeedsScripts what="Signing in" />
    </PublicFrame>
  );
}
