import type { Metadata } from 'next';
import { getPageContext, prefersNewestFirst } from '@/app/_lib/page-context';
import { DisplaySettings } from '@/components/account/display-settings';
import { MainArea } from '@/components/shell/main-area';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading } from '@/components/ui/page-heading';
import { showId } from '@/server/shared/ids';

export const metadata: Metadata = { title: 'Display' };

export default async function DisplayPage() {
  const { session, maySign } = await getPageContext();
  return (
    <MainArea>
      <PageHeading title="Display">Theme and density are saved in your account.</PageHeading>
      <DisplaySettings
        person={showId('user', session.userId)}
        theme={session.theme}
        density={session.density}
        newestFirst={await prefersNewestFirst()}
        hasInbox={maySign}
      />
      <NeedsScripts what="Changing these settings" />
    </MainArea>
  );
}
