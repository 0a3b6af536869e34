import type { Metadata } from 'next';
import { one, openPortal, type Query } from '../open-portal';
import { InboxScreen, scopeOf } from './inbox-screen';

export const metadata: Metadata = { title: 'Inbox · Clinical Data Service' };

export default async function InboxPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { mayWrite } = await openPortal();
  // The layout says so.
  if (!mayWrite) return null;
  return (
    <InboxScreen
      place={{ scope: scopeOf(one(query, 'scope')), cursor: one(query, 'cursor') }}
      resultId={null}
    />
  );
}
