import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import { EndOtherSessions } from '@/components/account/end-session';
import { SessionList } from '@/components/account/session-list';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Sessions' };

export default async function SessionsPage() {
  const { caller, session } = await getPageContext();
  const { data } = await caller.sessions.listSessions({});
  const others = data.filter(({ current }) => !current).length;
  return (
    <MainArea>
      <PageHeading title="Sessions" actions={others > 0 ? <EndOtherSessions count={others} /> : null}>
        A session ends after {session.idleMinutes} minutes of inactivity, or after 12 hours.
      </PageHeading>
      <SessionList sessions={data} />
    </MainArea>
  );
}
