import type { Metadata } from 'next';
import { OrganisationList } from '@/components/account/organisation-list';
import { MainArea } from '@/components/shell/main-area';
import { safeReturnTo } from '@/components/sign-in/return-to';
import { PageHeading } from '@/components/ui/page-heading';
import { one, openPortal, type Query } from '../../open-portal';

export const metadata: Metadata = { title: 'Organisations · Clinical Data Service' };

export default async function OrganisationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const onward = one(await searchParams, 'return_to');
  const { caller } = await openPortal();
  const { data } = await caller.sessions.listOwnOrganisations({});
  return (
    <MainArea>
      <PageHeading title="Organisations">
        You work in one at a time. The next sign-in opens the one you used last.
      </PageHeading>
      <OrganisationList organisations={data} {...(onward ? { returnTo: safeReturnTo(onward) } : {})} />
    </MainArea>
  );
}
