import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { SecurityForm } from '@/components/admin/settings/security-form';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Security' };

export default async function OrganizationSecurityPage() {
  const { caller, session, mayAdminister } = await getPageContext();
  const settings = mayAdminister ? await caller.organizations.getOrganizationSettings({}) : null;
  return (
    <MainArea>
      <PageHeading title="Security">{session.orgName}</PageHeading>
      {settings ? <SecurityForm settings={settings} /> : <NotAllowed what="change these settings" />}
    </MainArea>
  );
}
