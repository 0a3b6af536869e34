import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { OrganizationList } from '@/components/account/organization-list';
import { MainArea } from '@/components/shell/main-area';
import { safeReturnTo } from '@/components/sign-in/return-to';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Organizations' };

export default async function OrganizationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const onward = queryParam(await searchParams, 'return_to');
  const { caller } = await getPageContext();
  const { data } = await caller.sessions.listOwnOrganizations({});
  return (
    <MainArea>
      <PageHeading title="Organizations">
        You work in one organization at a time. Sign-in opens the one you used last.
      </PageHeading>
      <OrganizationList organizations={data} {...(onward ? { returnTo: safeReturnTo(onward) } : {})} />
    </MainArea>
  );
}
