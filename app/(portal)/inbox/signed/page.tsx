import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { FollowRestrictions } from '@/components/restricted-charts/follow-restrictions';
import { SignedList } from '@/components/inbox/signed-list';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Signed reports' };

const PATH = '/inbox/signed';

export default async function SignedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { caller, session, format, today, maySign } = await getPageContext();
  // The layout shows the reason.
  if (!maySign) return null;
  const ever = queryParam(query, 'since') === 'ever';
  const cursor = queryParam(query, 'cursor');
  const since = ever ? null : format.startOfDay(today);
  const list = await orFirstPage(
    caller.reviews.listSignedResults({
      limit: 50,
      ...(since ? { since } : {}),
      ...(cursor ? { cursor } : {}),
    }),
    ever ? `${PATH}?since=ever` : PATH,
  );
  const other = ever
    ? { href: PATH, label: 'Today only' }
    : { href: `${PATH}?since=ever`, label: 'Show earlier' };
  return (
    <>
      <FollowRestrictions since={session.position} />
      <PageHeading
        parent={{ href: '/inbox', label: 'Back to inbox' }}
        title={ever ? 'Signed reports' : 'Signed today'}
      >
        {list.data.length > 0 ? 'Open a report to withdraw your sign-off. ' : ''}
        <TextLink href={other.href}>{other.label}</TextLink>
      </PageHeading>
      {list.data.length === 0 ? (
        <EmptyState title={ever ? 'No reports signed yet.' : 'No reports signed today.'} />
      ) : (
        <SignedList items={list.data} />
      )}
      <Pager
        path={PATH}
        query={{ since: ever ? 'ever' : undefined }}
        next={list.next_cursor}
        isFirst={!cursor}
      />
    </>
  );
}
