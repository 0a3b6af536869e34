import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { InviteForm } from '@/components/admin/people/invite-form';
import { PageHeading } from '@/components/ui/page-heading';
import { openPortal } from '../../../open-portal';

export const metadata: Metadata = { title: 'Invite somebody · Clinical Data Service' };

export default async function InvitePage() {
  const { mayAdminister, session } = await openPortal();
  return (
    <MainArea>
      <PageHeading title="Invite somebody">
        They become a member of <bdi>{session.orgName}</bdi> when they open the link and give a password.
      </PageHeading>
      {mayAdminister ? <InviteForm /> : <NotAllowed what="invite people" />}
    </MainArea>
  );
}
