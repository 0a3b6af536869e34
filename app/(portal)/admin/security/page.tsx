import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { SecurityForm } from '@/components/admin/settings/security-form';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Security settings' };

export default adminPage(async ({ caller }) => {
  const settings = await caller.organizations.getOrganizationSettings({});
  const { proven } = await caller.organizations.previewSecondFactor({});
  return (
    <MainArea>
      <PageHeading title="Security settings" />
      <SecurityForm settings={settings} proven={proven} />
    </MainArea>
  );
});
