/** Links to the next and previous document of the list, with the shortcuts `[` and `]`. */
import type { DocumentNeighbors as Neighbors } from '@/server/domain/documents/chart-contract';
import { PageKeys } from '../shell/shortcuts/page-keys';
import { LinkButton } from '../ui/link-button';
import { documentFilter, documentsHref, type DocumentQuery } from './document-filter';

interface DocumentNeighborsProps {
  neighbors: Neighbors;
  query: DocumentQuery;
}

const SIDES = [
  { side: 'newer', key: '[', word: 'Previous document' },
  { side: 'older', key: ']', word: 'Next document' },
] as const;

export function DocumentNeighbors({ neighbors, query }: DocumentNeighborsProps) {
  const links = SIDES.flatMap(({ side, ...rest }) => {
    const document = neighbors[side];
    return document
      ? [{ ...rest, document, href: documentsHref(document.patient_id, query, document.id) }]
      : [];
  });
  if (links.length === 0) return null;
  const filter = documentFilter.words(query);
  return (
    <nav aria-label="Other documents" className="flex flex-wrap items-center gap-2 print:hidden">
      <PageKeys keys={links.map(({ key, word, href }) => ({ key, does: word.toLowerCase(), href }))} />
      {links.map(({ key, word, document, href }) => (
        <LinkButton
          key={key}
          weight="secondary"
          href={href}
          aria-keyshortcuts={key}
          aria-label={`${word}: ${document.title}`}
          title={document.title}
        >
          {word}
          <kbd aria-hidden="true" className="hidden text-sm font-normal md:keys:inline">
            {key}
          </kbd>
        </LinkButton>
      ))}
      {filter ? <span className="text-sm text-ink-2">Filter: {filter}</span> : null}
    </nav>
  );
}
