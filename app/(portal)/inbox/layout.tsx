import type { ReactNode } from 'react';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';

export default async function InboxLayout({ children }: { children: ReactNode }) {
  const { maySign } = await getPageContext();
  if (!maySign)
    return (
      <MainArea>
        <PageHeading title="Inbox" />
        <NotAllowed what="sign lab reports" />
      </MainArea>
    );
  return <MainArea>{children}</MainArea>;
}
