import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { SignedList } from '@/components/inbox/signed-list';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Signed reports' };

const PATH = '/inbox/signed';

/** What the reader has signed: today, or ever. */
export default async function SignedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { caller, format, today, mayWrite } = await getPageContext();
  // The layout says so.
  if (!mayWrite) return null;
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
    : { href: `${PATH}?since=ever`, label: 'Earlier ones too' };
  return (
    <>
      <p className="mb-1">
        <TextLink href="/inbox" className="inline-flex min-h-6 items-center">
          Back to the inbox
        </TextLink>
      </p>
      <PageHeading title={ever ? 'What you have signed' : 'Signed today'}>
        Open a report to read it again, or to withdraw your signature.{' '}
        <TextLink href={other.href}>{other.label}</TextLink>
      </PageHeading>
      {list.data.length === 0 ? (
        <EmptyState title={ever ? 'You have signed nothing yet.' : 'You have signed nothing today.'} />
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
