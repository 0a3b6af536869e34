import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';
import { TextLink } from '../ui/text-link';
import type { FoundPage } from './find-pages';
import { Prose } from './prose';

interface FoundPagesProps {
  query: string;
  found: readonly FoundPage[];
  /** Address of the page with all results, if this one has fewer. */
  all: { href: string; count: number } | null;
}

export function FoundPages({ query, found, all }: FoundPagesProps) {
  if (found.length === 0)
    return (
      <EmptyState
        title={query === '' ? 'Enter a search term.' : 'No results.'}
        action={
          <>
            <LinkButton href="/docs/api" weight="secondary">
              All operations
            </LinkButton>
            <LinkButton href="/docs/events" weight="secondary">
              All events
            </LinkButton>
            <LinkButton href="/docs/errors" weight="secondary">
              All error codes
            </LinkButton>
          </>
        }
      >
        Search for a field, code, event, path or task. Fewer words find more.
      </EmptyState>
    );
  return (
    <>
      <ul className="border-t-2 border-ink">
        {found.map(({ href, title, kind, says }, index) => (
          <li key={index} id={`result-${index + 1}`} className="border-b border-line py-2.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <TextLink href={href} className="font-semibold wrap-anywhere">
                {title}
              </TextLink>
              <span className="text-sm text-ink-2">{kind}</span>
            </p>
            <p className="wrap-anywhere">
              <Prose text={says} />
            </p>
          </li>
        ))}
      </ul>
      {all ? (
        <p className="mt-4">
          <LinkButton href={`${all.href}#result-${found.length + 1}`} weight="secondary">
            Show all {all.count} results
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}
