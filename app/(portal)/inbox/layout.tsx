import type { ReactNode } from 'react';
import { MainArea } from '@/components/frame/main-area';
import { NotAllowed } from '@/components/frame/not-allowed';
import { SignedBar } from '@/components/reviews/signed-bar';
import { PageHeading } from '@/components/ui/page-heading';
import { openPortal } from '../open-portal';

const KEYS = [
  ['s', 'sign and next'],
  ['j', 'next'],
  ['k', 'previous'],
  ['c', 'note'],
  ['f', 'forward'],
  ['x', 'mark'],
  ['o', 'open the chart'],
] as const;

/** Stays while one report after the other is signed, and with it the way back. */
export default async function InboxLayout({ children }: { children: ReactNode }) {
  const { mayWrite } = await openPortal();
  if (!mayWrite)
    return (
      <MainArea>
        <PageHeading title="Inbox" />
        <NotAllowed what="sign lab reports" />
      </MainArea>
    );
  return (
    <MainArea wide>
      <SignedBar keys={KEYS} reopen />
      {children}
    </MainArea>
  );
}
