import type { Metadata } from 'next';
import { DocsPage } from '@/app/_lib/docs-page';
import { findPages, MOST_CHARACTERS, MOST_FOUND } from '@/components/docs/find-pages';
import { FoundPages } from '@/components/docs/found-pages';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf } from '@/components/ui/pager';
import { DOCS_INDEX } from '../pages-of-docs';

interface SearchPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = {
  title: 'Search · Documentation',
  // Result pages have no content worth indexing.
  robots: { index: false, follow: true },
};

/** Works without scripts. */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const { q, show } = await searchParams;
  const query = typeof q === 'string' ? q.trim().slice(0, MOST_CHARACTERS) : '';
  const found = findPages(DOCS_INDEX, query);
  const shown = show === 'all' ? found : found.slice(0, MOST_FOUND);
  const all = { href: hrefOf('/docs/search', { q: query, show: 'all' }), count: found.length };
  return (
    <DocsPage query={query}>
      <PageHeading title="Search the documentation">
        <p role="status">{query === '' ? null : sentenceOf(query, shown.length, found.length)}</p>
      </PageHeading>
      <FoundPages query={query} found={shown} all={shown.length < found.length ? all : null} />
    </DocsPage>
  );
}

function sentenceOf(query: string, shown: number, count: number): string {
  if (count === 0) return `No results for “${query}”.`;
  if (shown < count) return `Showing ${shown} of ${count} results for “${query}”.`;
  return `${count} ${count === 1 ? 'result' : 'results'} for “${query}”.`;
}
