import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { ResumePlace } from '@/components/shell/session/resume-place';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { showId } from '@/server/shared/ids';

export const metadata: Metadata = { title: 'One moment' };

/** After sign-in on the lock page: the same user returns to where they were, any other user to the patients. */
export default async function ResumePage() {
  const { session } = await getPageContext();
  return (
    <MainArea>
      <PageHeading title="One moment" />
      <ResumePlace person={showId('user', session.userId)} />
      <LinkButton href="/patients">Go to patients</LinkButton>
    </MainArea>
  );
}
