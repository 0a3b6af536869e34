import type { ReactNode } from 'react';
import { Denied } from '@/app/_lib/denied';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';

export default async function InboxLayout({ children }: { children: ReactNode }) {
  const { maySign } = await getPageContext();
  if (!maySign)
    return (
      <MainArea>
        <PageHeading title="Inbox" />
        <Denied what="sign lab reports" action="list_inbox" />
      </MainArea>
    );
  return <MainArea>{children}</MainArea>;
}
