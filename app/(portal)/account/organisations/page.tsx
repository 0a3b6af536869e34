import type { Metadata } from 'next';
import { OrganisationList } from '@/components/account/organisation-list';
import { MainArea } from '@/components/frame/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { openPortal } from '../../open-portal';

export const metadata: Metadata = { title: 'Organisations · Clinical Data Service' };

export default async function OrganisationsPage() {
  const { caller } = await openPortal();
  const { data } = await caller.sessions.listOwnOrganisations({});
  return (
    <MainArea>
      <PageHeading title="Organisations">
        You work in one at a time. The next sign-in opens the one you used last.
      </PageHeading>
      <OrganisationList organisations={data} />
    </MainArea>
  );
}
