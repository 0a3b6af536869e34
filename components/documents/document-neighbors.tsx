/** The documents above and below this one in its list, by links and by `[` and `]`. */
import type { DocumentNeighbors as Neighbors } from '@/server/domain/documents/chart-contract';
import { PageKeys } from '../shell/shortcuts/page-keys';
import { LinkButton } from '../ui/link-button';
import { documentFilter, documentsHref, type DocumentQuery } from './document-filter';

interface DocumentNeighborsProps {
  patientId: string;
  neighbors: Neighbors;
  query: DocumentQuery;
}

const SIDES = [
  { side: 'newer', key: '[', word: 'Newer document' },
  { side: 'older', key: ']', word: 'Older document' },
] as const;

export function DocumentNeighbors({ patientId, neighbors, query }: DocumentNeighborsProps) {
  const there = SIDES.flatMap(({ side, ...rest }) => {
    const document = neighbors[side];
    return document ? [{ ...rest, document, href: documentsHref(patientId, query, document.id) }] : [];
  });
  if (there.length === 0) return null;
  const among = documentFilter.words(query);
  return (
    <nav aria-label="Documents beside this one" className="flex flex-wrap items-center gap-2 print:hidden">
      <PageKeys keys={there.map(({ key, word, href }) => ({ key, does: word.toLowerCase(), href }))} />
      {there.map(({ key, word, document, href }) => (
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
      {among ? <span className="text-sm text-ink-2">Among {among}</span> : null}
    </nav>
  );
}
