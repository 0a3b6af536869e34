import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { InviteForm } from '@/components/admin/people/invite-form';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Invite user' };

export default adminPage('invite_person', async ({ session }) => {
  return (
    <MainArea>
      <InviteForm
        organization={session.orgName}
        heading={
          <PageHeading parent={{ href: '/admin/people', label: 'People' }} title="Invite user">
            The user joins <bdi>{session.orgName}</bdi> once they open the link and set a password.
          </PageHeading>
        }
      />
    </MainArea>
  );
});
