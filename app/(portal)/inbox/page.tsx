import type { Metadata } from 'next';
import { openPortal, type Query } from '../open-portal';
import { inboxMetadata, InboxScreen, placeOf } from './inbox-screen';

export const generateMetadata = (): Promise<Metadata> => inboxMetadata();

export default async function InboxPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { mayWrite } = await openPortal();
  // The layout says so.
  if (!mayWrite) return null;
  return <InboxScreen place={placeOf(query)} resultId={null} />;
}
