import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { SecurityForm } from '@/components/admin/settings/security-form';
import { PageHeading } from '@/components/ui/page-heading';
import { provesSecondFactor } from '@/server/auth/second-factor-rule';

export const metadata: Metadata = { title: 'Security settings' };

export default adminPage('get_organization_settings', async ({ caller, session }) => {
  const settings = await caller.organizations.getOrganizationSettings({});
  return (
    <MainArea>
      <PageHeading title="Security settings" />
      <SecurityForm settings={settings} proven={provesSecondFactor(session.methods)} />
    </MainArea>
  );
});
