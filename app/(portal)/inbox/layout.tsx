import type { ReactNode } from 'react';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { KeyHelp } from '@/components/shell/shortcuts/key-help';
import { PageHeading } from '@/components/ui/page-heading';

const KEYS = [
  ['s', 'sign and next'],
  ['j', 'next'],
  ['k', 'previous'],
  ['c', 'note'],
  ['f', 'forward'],
  ['x', 'select'],
  ['o', 'open chart'],
] as const;

export default async function InboxLayout({ children }: { children: ReactNode }) {
  const { mayWrite } = await getPageContext();
  if (!mayWrite)
    return (
      <MainArea>
        <PageHeading title="Inbox" />
        <NotAllowed what="sign lab reports" />
      </MainArea>
    );
  return (
    <MainArea wide>
      <div className="mb-3">
        <KeyHelp keys={KEYS} />
      </div>
      {children}
    </MainArea>
  );
}
