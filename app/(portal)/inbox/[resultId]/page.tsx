import type { Metadata } from 'next';
import { getPageContext } from '@/app/_lib/page-context';
import type { Query } from '@/app/_lib/query';
import { inboxMetadata, InboxScreen, placeOf } from '../inbox-screen';

export const generateMetadata = (): Promise<Metadata> => inboxMetadata();

interface InboxReportPageProps {
  params: Promise<{ resultId: string }>;
  searchParams: Promise<Query>;
}

export default async function InboxReportPage({ params, searchParams }: InboxReportPageProps) {
  const [{ resultId }, query] = await Promise.all([params, searchParams]);
  const { maySign } = await getPageContext();
  if (!maySign) return null;
  return <InboxScreen place={placeOf(query)} resultId={resultId} />;
}
