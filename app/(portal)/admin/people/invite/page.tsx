import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { InviteForm } from '@/components/admin/people/invite-form';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Invite somebody' };

export default async function InvitePage() {
  const { mayAdminister, session } = await getPageContext();
  return (
    <MainArea>
      <PageHeading title="Invite somebody">
        They become a member of <bdi>{session.orgName}</bdi> when they open the link and give a password.
      </PageHeading>
      {mayAdminister ? <InviteForm /> : <NotAllowed what="invite people" />}
    </MainArea>
  );
}
