import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import type { Query } from '@/app/_lib/query';
import { inboxMetadata, InboxScreen, placeOf } from './inbox-screen';

export const generateMetadata = (): Promise<Metadata> => inboxMetadata();

export default async function InboxPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { maySign } = await getPageContext();
  // The layout shows the reason.
  if (!maySign) return null;
  return <InboxScreen place={placeOf(query)} resultId={null} />;
}
