import type { Metadata } from 'next';
import { DocsPage } from '@/app/_lib/docs-page';
import { findPages, MOST_CHARACTERS, MOST_FOUND } from '@/components/docs/find-pages';
import { FoundPages } from '@/components/docs/found-pages';
import { PageHeading } from '@/components/ui/page-heading';
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
  const { q } = await searchParams;
  const query = typeof q === 'string' ? q.trim().slice(0, MOST_CHARACTERS) : '';
  const found = findPages(DOCS_INDEX, query);
  return (
    <DocsPage query={query}>
      <PageHeading title="Search the documentation">
        <p role="status">{query === '' ? null : sentenceOf(query, found.length)}</p>
      </PageHeading>
      <FoundPages query={query} found={found.slice(0, MOST_FOUND)} />
    </DocsPage>
  );
}

function sentenceOf(query: string, count: number): string {
  if (count === 0) return `No results for “${query}”.`;
  if (count > MOST_FOUND)
    return `Showing ${MOST_FOUND} of ${count} results for “${query}”. Add a word to narrow the search.`;
  return `${count} ${count === 1 ? 'result' : 'results'} for “${query}”.`;
}
