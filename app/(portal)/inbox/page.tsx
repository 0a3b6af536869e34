import type { Metadata } from 'next';
import { openPortal, type Query } from '../open-portal';
import { InboxScreen, placeOf } from './inbox-screen';

export const metadata: Metadata = { title: 'Inbox · Clinical Data Service' };

export default async function InboxPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { mayWrite } = await openPortal();
  // The layout says so.
  if (!mayWrite) return null;
  return <InboxScreen place={placeOf(query)} resultId={null} />;
}
